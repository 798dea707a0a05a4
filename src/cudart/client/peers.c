/* Devices that access each other's memory, and copies between them. */
#include "cudart/client/client.h"
#include "cudart/client/shared_memory.h"

static cudaError_t check_pair(int device, int peer)
{
    cudaError_t error = client_check_device(device);
    return error == cudaSuccess ? client_check_device(peer) : error;
}

cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer)
{
    CLIENT_ENTER();
    *can_access = 0;
    cudaError_t error = check_pair(device, peer);
    if (error == cudaSuccess)
        *can_access = device != peer;
    return client_keep(error);
}

static cudaError_t set_access(int peer, bool is_allowed)
{
    struct client_call call = {.kind = WIRE_PEER, .values = {(uint64_t)peer, is_allowed}};
    cudaError_t error = client_check_device(peer);
    return error == cudaSuccess ? client_send(&call) : error;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
    CLIENT_ENTER();
    return client_keep(flags ? cudaErrorInvalidValue : set_access(peer, true));
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
    CLIENT_ENTER();
    return client_keep(set_access(peer, false));
}

/* All pairs are alike: linked directly, with atomics, without arrays. */
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attribute, int device, int peer)
{
    static const int values[] = {[cudaDevP2PAttrPerformanceRank] = 0,
                                 [cudaDevP2PAttrAccessSupported] = 1,
                                 [cudaDevP2PAttrNativeAtomicSupported] = 1,
                                 [cudaDevP2PAttrCudaArrayAccessSupported] = 0};
    CLIENT_ENTER();
    cudaError_t error = check_pair(device, peer);
    if (error != cudaSuccess || device == peer)
        return client_keep(error == cudaSuccess ? cudaErrorInvalidDevice : error);
    if ((unsigned)attribute >= sizeof values / sizeof values[0] || attribute == 0)
        return client_keep(cudaErrorInvalidValue);
    *value = values[attribute];
    return cudaSuccess;
}

/* --- copies ----------------------------------------------------------------------------------- */

/* Whether a device that the call names has the memory. */
static bool is_on(const void *pointer, int device)
{
    if (shared_memory_holds(pointer) || !client_is_device(pointer) || client_owner((uint64_t)pointer) == device)
        return true;
    client_report(WIRE_MISTAKE_PEER_COPY, pointer, 0, (uint64_t)device);
    return false;
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream)
{
    CLIENT_ENTER();
    cudaError_t error = check_pair(to_device, from_device);
    if (error == cudaSuccess && (!is_on(to, to_device) || !is_on(from, from_device)))
        error = cudaErrorInvalidValue;
    return error == cudaSuccess ? cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream)
                                : client_keep(error);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, 0);
}
