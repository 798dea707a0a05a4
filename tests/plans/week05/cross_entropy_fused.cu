//? param logits f32[rows, classes] in
//? param labels i32[rows] in
//? param loss f32[rows] out
//? param gradient f32[rows, classes] out
//? param rows i32
//? param classes i32
//? case rows=9 classes=1000
//! launch cross_entropy(logits, labels, loss, gradient, classes, 1.0/rows) grid=rows block=256
extern "C" __global__ void cross_entropy(const float *logits, const int *labels, float *loss, float *gradient,
                                         int classes, float scale) {}
