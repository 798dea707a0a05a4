// embedding_position: out[i][j] = table[ids[i]][j] + positions[i % seq][j].
// TODO: all three rows are read and written by neighbouring lanes.
//
//! launch embedding_position(table, positions, ids, out, n, dim, seq) grid=n block=256

extern "C" __global__ void embedding_position(const float *table, const float *positions, const int *ids, float *out,
                                              int n, int dim, int seq)
{
}
