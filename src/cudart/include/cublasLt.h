/* cuBLASLt, as far as cublas_v2.h goes: a handle can be created. Its products fail when called. */
#ifndef WARPSCHOOL_CUBLASLT_H
#define WARPSCHOOL_CUBLASLT_H

#include "cublas_v2.h"

typedef struct cublasLtContext *cublasLtHandle_t;

struct cublasLtContext {
    int unused;
};

#ifdef __cplusplus
static inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    *handle = new cublasLtContext();
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
template <typename... T> static inline cublasStatus_t cublasLtMatmul(cublasLtHandle_t, T &&...)
{
    fprintf(stderr, "cublasLtMatmul: this runtime has no cuBLAS; write the kernel, or run the program on a GPU\n");
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
#endif

#endif
