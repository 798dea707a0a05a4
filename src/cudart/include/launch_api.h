/* Launches with attributes, a part of cuda_runtime_api.h. */
#ifndef WARPSCHOOL_LAUNCH_API_H
#define WARPSCHOOL_LAUNCH_API_H

#include "driver_types.h"

enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributePriority = 8
};
union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative;
    struct {
        unsigned int x, y, z;
    } clusterDim;
    int programmaticStreamSerializationAllowed;
    int priority;
};
struct cudaLaunchAttribute_st {
    enum cudaLaunchAttributeID id;
    union cudaLaunchAttributeValue val;
};
typedef struct cudaLaunchAttribute_st cudaLaunchAttribute;
struct cudaLaunchConfig_st {
    dim3 gridDim;
    dim3 blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
};
typedef struct cudaLaunchConfig_st cudaLaunchConfig_t;

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel, void **arguments);
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel, const cudaLaunchConfig_t *config);
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, const void *kernel, const cudaLaunchConfig_t *config);

#ifdef __cplusplus
}
#endif

#endif
