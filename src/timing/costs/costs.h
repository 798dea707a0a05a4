/*
 * Costs: what the time model knows of a GPU beyond its datasheet, and what an instruction or a copy
 * costs on it.
 *
 * This room knows neither a launch nor a profile.
 */
#ifndef TIMING_COSTS_COSTS_H
#define TIMING_COSTS_COSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/program.h"
#include "vgpu/architecture.h"

/* --- rates.c ---------------------------------------------------------------------------------- */

struct time_rates {
    const char *name;
    double fma_lanes, integer_lanes, double_lanes, special_lanes;
    double tensor_fma, tensor_cycles; /* f16 multiply-adds per cycle and SM; cycles until m16n8k16 is ready */
    double l1_cycles, shared_cycles, l2_cycles, dram_cycles;
    double l2_bytes_per_cycle, dram_efficiency;
    double launch_ns, dispatch_ns;
    double board_watts;
    bool is_fitted;
};
/* NULL where the model has no rates of the architecture. */
const struct time_rates *rates_find(const char *architecture);

/* --- link.c ----------------------------------------------------------------------------------- */

/* A link between two devices. */
struct time_link {
    double rate_share;       /* share of the datasheet's rate that data and headers reach */
    double header_bytes;     /* of a packet */
    double latency_ns;       /* added to that of the memory at the far end */
    double push_ns, pull_ns; /* set-up of a copy that the sender or the receiver orders */
    bool is_measured;
};
/* Never NULL. */
const struct time_link *link_find(const struct vgpu_architecture *architecture);
/* Bytes that one line of a request puts on the link, in the direction of its data. */
double link_packet_bytes(const struct time_link *link, uint32_t sectors, bool is_atomic);
/* Time of such bytes in one direction. */
double link_transfer_ns(const struct time_link *link, const struct vgpu_architecture *architecture, double bytes);
/* Time of a copy's bytes, without its set-up. */
double link_copy_ns(const struct time_link *link, const struct vgpu_architecture *architecture, double bytes);

/* --- cost.c ----------------------------------------------------------------------------------- */

/* What one warp instruction costs after ptxas. */
struct time_cost {
    double issue;                       /* machine instructions */
    double fma, integer, fp64, special; /* issue slots of each pipe, in warps */
    double latency;                     /* cycles until the result is ready */
    double tensor;                      /* f16 multiply-adds that keep the tensor cores busy as long */
};
/* Whether it computes a quotient, a root or another function; conversions and votes do not. */
bool cost_is_function(const struct ptx_instruction *instruction);
void cost_find(const struct ptx_instruction *instruction, const struct time_rates *rates, struct time_cost *out_cost);

/* --- tensor.c --------------------------------------------------------------------------------- */

void tensor_cost(const struct ptx_instruction *instruction, const struct time_rates *rates, struct time_cost *out_cost);

#endif
