//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: a template argument with a body
template <class T> __global__ void add(const float *a, const float *b, float *c, int n) {}
//! launch add<decltype([]{ asm("trap;"); })>(a, b, c, n) grid=1 block=1
