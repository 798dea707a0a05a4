/*
 * Links between devices.
 *
 * A request to another device's memory crosses as packets. Each line takes one packet, with the
 * wanted sectors and a header; atomics take two headers. Copies cross in larger packets. Each
 * direction has its own rate.
 */
#include <string.h>

#include "timing/costs/costs.h"
#include "vgpu/cache_geometry.h"

enum { COPY_PACKET_BYTES = 256 };

static const struct {
    enum vgpu_link kind;
    const char *architecture;
    struct time_link link;
} all_links[] = {
#define TIME_LINK(kind, architecture, share, header, latency, push, pull, measured) \
    {VGPU_LINK_##kind, architecture, {share, header, latency, push, pull, measured}},
#include "timing/costs/links.def"
};

static bool fits(size_t row, const struct vgpu_architecture *architecture)
{
    const char *name = all_links[row].architecture;
    return all_links[row].kind == architecture->link && (!*name || strcmp(name, architecture->base) == 0);
}

const struct time_link *link_find(const struct vgpu_architecture *architecture)
{
    size_t last = sizeof all_links / sizeof *all_links - 1, i = 0;
    while (i < last && !fits(i, architecture))
        i++;
    return &all_links[i].link;
}

double link_packet_bytes(const struct time_link *link, uint32_t sectors, bool is_atomic)
{
    return (double)sectors * VGPU_SECTOR_BYTES + link->header_bytes * (is_atomic ? 2 : 1);
}

double link_transfer_ns(const struct time_link *link, const struct vgpu_architecture *architecture, double bytes)
{
    return bytes / (architecture->link_bytes_per_second * link->rate_share) * 1e9;
}

double link_copy_ns(const struct time_link *link, const struct vgpu_architecture *architecture, double bytes)
{
    return link_transfer_ns(link, architecture, bytes * (1 + link->header_bytes / COPY_PACKET_BYTES));
}
