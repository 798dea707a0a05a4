// position_backward: row p of dpositions is the sum of all rows i of dout with i % seq == p.
// TODO: who adds to one element? Neighbouring lanes have neighbouring columns; nothing is atomic.
//
//! launch position_backward(dout, dpositions, n, dim, seq) grid=(dim+127)/128,seq block=128

extern "C" __global__ void position_backward(const float *dout, float *dpositions, int n, int dim, int seq)
{
}
