/* The types of tensor-core fragments, for signatures that the host's compiler reads. */
#ifndef WARPSCHOOL_MMA_H
#define WARPSCHOOL_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda
{
namespace wmma
{
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
namespace precision
{
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };
template <typename Use, int M, int N, int K, typename T, typename Layout = void> class fragment
{
  public:
    enum { num_elements = 8 };
    T x[num_elements];
};
} // namespace wmma
} // namespace nvcuda

#endif
