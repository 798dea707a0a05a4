/*
 * cuBLAS: handles can be created, set and destroyed, since many programs do no more than that. Its
 * computations fail when they are called, and say so.
 */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_
#define CUBLAS_H_
#define CUBLAS_V2_H_

#include <stdio.h>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef enum { CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99 } cublasGemmAlgo_t;
typedef struct cublasContext *cublasHandle_t;

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t pointer_mode;
    cublasMath_t math;
};

#ifdef __cplusplus
static inline cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    *handle = new cublasContext();
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream)
{
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream)
{
    *stream = handle->stream;
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode)
{
    handle->pointer_mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t math)
{
    handle->math = math;
    return CUBLAS_STATUS_SUCCESS;
}
static inline cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t)
{
    return CUBLAS_STATUS_SUCCESS;
}
static inline const char *cublasGetStatusString(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_SUCCESS         ? "success"
           : status == CUBLAS_STATUS_NOT_SUPPORTED ? "not supported"
                                                   : "failed";
}
#define WARPSCHOOL_CUBLAS(name)                                                                                 \
    template <typename... T> static inline cublasStatus_t name(cublasHandle_t, T &&...)                         \
    {                                                                                                           \
        fprintf(stderr, #name ": this runtime has no cuBLAS; write the kernel, or run the program on a GPU\n"); \
        return CUBLAS_STATUS_NOT_SUPPORTED;                                                                     \
    }
WARPSCHOOL_CUBLAS(cublasSgemm)
WARPSCHOOL_CUBLAS(cublasDgemm)
WARPSCHOOL_CUBLAS(cublasHgemm)
WARPSCHOOL_CUBLAS(cublasGemmEx)
WARPSCHOOL_CUBLAS(cublasSgemmBatched)
WARPSCHOOL_CUBLAS(cublasSgemmStridedBatched)
WARPSCHOOL_CUBLAS(cublasGemmStridedBatchedEx)
WARPSCHOOL_CUBLAS(cublasSgemv)
WARPSCHOOL_CUBLAS(cublasDgemv)
WARPSCHOOL_CUBLAS(cublasSgeam)
WARPSCHOOL_CUBLAS(cublasSaxpy)
WARPSCHOOL_CUBLAS(cublasDaxpy)
WARPSCHOOL_CUBLAS(cublasSdot)
WARPSCHOOL_CUBLAS(cublasDdot)
WARPSCHOOL_CUBLAS(cublasSscal)
WARPSCHOOL_CUBLAS(cublasSnrm2)
WARPSCHOOL_CUBLAS(cublasSasum)
WARPSCHOOL_CUBLAS(cublasIsamax)
WARPSCHOOL_CUBLAS(cublasSger)
WARPSCHOOL_CUBLAS(cublasScopy)
#undef WARPSCHOOL_CUBLAS
#endif

#endif
