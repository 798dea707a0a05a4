/* Copies and fills of a plan: bytes over DRAM, or over the link to another device. */
#include <math.h>

#include "timing/costs/costs.h"
#include "timing/time_model.h"
#include "vgpu/buffers.h"

/* A copy of 4 bytes takes 3.5 us, an empty kernel 3.1 us, between two events on an H100. */
#define COPY_SETUP_NS 400.0
/*
 * Share of L2 that DRAM has not received when the copy ends. A copy of 64 MiB within an H100 takes
 * 43 us.
 */
#define UNWRITTEN_SHARE 0.25
#define FITTED_ERROR 0.15
#define OTHER_ERROR 0.4

static void over_dram(const struct vgpu_architecture *architecture, const struct time_rates *rates, double read_bytes,
                      double written_bytes, struct time_copy *copy)
{
    double unwritten = fmin(written_bytes, UNWRITTEN_SHARE * (double)architecture->l2_bytes);
    double l2_bytes_per_ns = rates->l2_bytes_per_cycle * architecture->clock_hz * 1e-9;
    double dram_bytes_per_ns = architecture->dram_bytes_per_second * rates->dram_efficiency * 1e-9;
    copy->dram_bytes = read_bytes + written_bytes;
    copy->l2_ns = copy->dram_bytes / l2_bytes_per_ns;
    copy->dram_ns = (copy->dram_bytes - unwritten) / dram_bytes_per_ns;
    copy->work_ns += fmax(copy->l2_ns, copy->dram_ns);
    copy->error = rates->is_fitted ? FITTED_ERROR : OTHER_ERROR;
}

static void over_link(const struct vgpu *device, double size_bytes, struct time_copy *copy)
{
    const struct vgpu_architecture *architecture = vgpu_architecture_of(device);
    const struct time_link *link = link_find(architecture);
    bool is_pulled = copy->to_device == vgpu_number(device);
    copy->link_ns = link_copy_ns(link, architecture, size_bytes);
    copy->work_ns = (is_pulled ? link->pull_ns : link->push_ns) + copy->link_ns;
    copy->error = link->is_measured ? FITTED_ERROR : OTHER_ERROR;
}

bool time_copy_estimate(const struct vgpu *device, uint64_t to, uint64_t from, uint64_t size_bytes,
                        struct time_copy *out_copy, struct error *error)
{
    const struct vgpu_architecture *architecture = vgpu_architecture_of(device);
    const struct time_rates *rates = rates_find(architecture->base);
    if (!rates)
        return error_set(error, ERROR_UNSUPPORTED, "the time model has no rates of %s", architecture->product);
    struct time_copy copy = {.launch_ns = rates->launch_ns, .work_ns = COPY_SETUP_NS};
    copy.to_device = vgpu_owner(device, to);
    copy.from_device = from ? vgpu_owner(device, from) : copy.to_device;
    if (copy.to_device == copy.from_device) {
        over_dram(architecture, rates, from ? (double)size_bytes : 0, (double)size_bytes, &copy);
    } else {
        over_link(device, (double)size_bytes, &copy);
    }
    *out_copy = copy;
    return true;
}
