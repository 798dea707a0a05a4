/* How instructions go through memory from block to block of the grid. */
#include <math.h>
#include <stdlib.h>

#include "timing/traffic/streams.h"

/* The lines that an op touches in the current block. */
struct reach {
    uint64_t first, last; /* 0: none so far */
};

static void close_block(struct time_streams *streams, struct reach *reaches, double block)
{
    for (uint32_t i = 0; i < streams->op_count; i++) {
        struct time_stream *stream = &streams->ops[i];
        double line = (double)reaches[i].first;
        if (!reaches[i].first)
            continue;
        stream->spans += (double)(reaches[i].last - reaches[i].first);
        stream->count++;
        stream->blocks += block;
        stream->lines += line;
        stream->blocks_squared += block * block;
        stream->products += block * line;
        stream->lines_squared += line * line;
        reaches[i] = (struct reach){0};
    }
}

static void add_line(struct time_stream *stream, struct reach *reach, uint64_t line)
{
    if (!reach->first || line < reach->first)
        reach->first = line;
    if (line > reach->last)
        reach->last = line;
    if (!stream->last || line < stream->first)
        stream->first = line;
    if (line > stream->last)
        stream->last = line;
}

bool streams_add(const struct vgpu_profile *profile, const uint64_t *blocks, struct time_streams *streams)
{
    if (!streams->ops)
        *streams = (struct time_streams){.ops = calloc(profile->op_count + 1U, sizeof(*streams->ops)),
                                         .op_count = profile->op_count};
    struct reach *reaches = calloc(profile->op_count + 1U, sizeof(*reaches));
    bool ready = streams->ops && reaches;
    uint32_t block = 0;
    for (size_t i = 0; ready && i < profile->request_count; i++) {
        const struct vgpu_request *request = &profile->requests[i];
        if (request->block != block)
            close_block(streams, reaches, (double)blocks[block]);
        block = request->block;
        for (uint32_t j = 0; j < request->line_count; j++)
            add_line(&streams->ops[request->op], &reaches[request->op], profile->lines[request->first_line + j].line);
    }
    if (ready && profile->request_count)
        close_block(streams, reaches, (double)blocks[block]);
    free(reaches);
    return ready;
}

void streams_done(struct time_streams *streams)
{
    free(streams->ops);
    *streams = (struct time_streams){0};
}

bool stream_step(const struct time_stream *stream, double *out_lines)
{
    enum { BLOCKS_LEAST = 8 };
    const double straight = 0.98; /* share of the lines' variance that the block's number must explain */
    if (stream->count < BLOCKS_LEAST)
        return false;
    double n = stream->count, blocks = stream->blocks_squared - stream->blocks * stream->blocks / n,
           lines = stream->lines_squared - stream->lines * stream->lines / n,
           both = stream->products - stream->blocks * stream->lines / n;
    if (blocks <= 0 || lines <= 0 || both * both < straight * blocks * lines)
        return false;
    *out_lines = both / blocks;
    return true;
}

double streams_lead(const struct time_streams *streams, uint32_t ahead, uint32_t behind)
{
    const double alike = 0.02;
    const struct time_stream *first = &streams->ops[ahead], *second = &streams->ops[behind];
    double step, other;
    if (!stream_step(first, &step) || !stream_step(second, &other) || fabs(step - other) > alike * fabs(step))
        return 0;
    double lead = (first->lines / first->count - second->lines / second->count) / step -
                  (first->blocks / first->count - second->blocks / second->count);
    return lead > 0 ? lead : 0;
}

double stream_overlap(const struct time_stream *stream)
{
    double step;
    return stream_step(stream, &step) ? stream->spans / stream->count / fabs(step) : HUGE_VAL;
}
