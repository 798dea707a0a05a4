/* Moves two inputs at a time: see the header. */
#include "grader/worker/case_partner.h"

#include <math.h>

#include "grader/worker/case_probe.h"

enum { SIDES = SIDE_REFERENCE + 1 };

struct pairing {
    const struct case_partner_request *request;
    int *runs_left;
    struct case_parameter *one, *other; /* inputs; an element of one is moved, and a part of the other */
    uint64_t at;                        /* the element */
    double alone[SIDES];                /* the output where it alone has moved */
    bool failed;
};

/* The output after a run on the present inputs. */
static double run(struct pairing *pairing, enum case_side side)
{
    const struct case_partner_request *request = pairing->request;
    if (*pairing->runs_left <= 0)
        pairing->failed = true;
    if (pairing->failed)
        return 0;
    --*pairing->runs_left;
    double value = case_probe_element(request->buffers, side, request->output, 0, request->index);
    pairing->failed |= !isfinite(value);
    return value;
}

/* The output where elements `first` to `end` of the input have moved. */
static double run_moved(struct pairing *pairing, enum case_side side, struct case_parameter *input, uint64_t first,
                        uint64_t end)
{
    void *initial = input->held[0].initial;
    input->held[0].initial = case_probe_moved(pairing->request->buffers->arena, input, 0, first, end, 1);
    double value = run(pairing, side);
    input->held[0].initial = initial;
    return value;
}

static double value_of(const struct pairing *pairing, enum case_side side)
{
    return side == SIDE_LEARNER ? pairing->request->got : pairing->request->expected;
}

/* Whether the element and a part of the other input move the output by more than each alone. */
static bool is_joined(struct pairing *pairing, enum case_side side, uint64_t first, uint64_t end)
{
    if (first >= end)
        return false;
    double part = run_moved(pairing, side, pairing->other, first, end);
    void *initial = pairing->one->held[0].initial;
    pairing->one->held[0].initial =
        case_probe_moved(pairing->request->buffers->arena, pairing->one, 0, pairing->at, pairing->at + 1, 1);
    double both = run_moved(pairing, side, pairing->other, first, end);
    pairing->one->held[0].initial = initial;
    double plain = value_of(pairing, side), alone = pairing->alone[side];
    double slack = 20 * pairing->request->rounding * (fabs(part) + fabs(both) + fabs(plain) + fabs(alone));
    return !pairing->failed && fabs(both - part - alone + plain) > slack;
}

/* The only element of the other input that is joined with it. False: none, or several are. */
static bool find_partner(struct pairing *pairing, enum case_side side, uint64_t *out_index)
{
    uint64_t first = 0, end = pairing->other->count;
    pairing->alone[side] = run_moved(pairing, side, pairing->one, pairing->at, pairing->at + 1);
    if (!is_joined(pairing, side, first, end))
        return false;
    while (end - first > 1 && !pairing->failed) {
        uint64_t middle = first + (end - first) / 2;
        if (is_joined(pairing, side, first, middle))
            end = middle;
        else
            first = middle;
    }
    *out_index = first;
    return !is_joined(pairing, side, first + 1, pairing->other->count) && !pairing->failed;
}

/* The first element of the input on which the right output depends; the count: there is none. */
static uint64_t find_first(struct pairing *pairing, struct case_parameter *input)
{
    uint64_t first = 0, end = input->count;
    double plain = pairing->request->expected;
    if (run_moved(pairing, SIDE_REFERENCE, input, first, end) == plain)
        return input->count;
    while (end - first > 1 && !pairing->failed) {
        uint64_t middle = first + (end - first) / 2;
        if (run_moved(pairing, SIDE_REFERENCE, input, first, middle) != plain)
            end = middle;
        else
            first = middle;
    }
    return first;
}

static bool is_mispaired(struct pairing *pairing, struct input_influence *out_influence)
{
    uint64_t must, got;
    if (!find_partner(pairing, SIDE_REFERENCE, &must) || !find_partner(pairing, SIDE_LEARNER, &got) || got == must)
        return false;
    *out_influence = (struct input_influence){.parameter = pairing->one->parameter,
                                              .index = pairing->at,
                                              .kind = INFLUENCE_PARTNER,
                                              .partner = pairing->other->parameter,
                                              .other = got,
                                              .must = must};
    return true;
}

void case_partner_find(const struct case_partner_request *request, int *runs_left,
                       struct input_influence *out_influence)
{
    enum { ELEMENTS_TRIED = 3 };
    struct case_buffers *buffers = request->buffers;
    struct pairing pairing = {.request = request, .runs_left = runs_left};
    for (size_t i = 0; i < buffers->parameter_count && !pairing.one; i++)
        pairing.one = case_probe_takes(&buffers->parameters[i]) ? &buffers->parameters[i] : NULL;
    uint64_t first = pairing.one ? find_first(&pairing, pairing.one) : 0;
    for (size_t i = 0; i < buffers->parameter_count && pairing.one && !pairing.failed; i++) {
        pairing.other = &buffers->parameters[i];
        if (pairing.other == pairing.one || !case_probe_takes(pairing.other))
            continue;
        for (pairing.at = first; pairing.at < pairing.one->count && pairing.at < first + ELEMENTS_TRIED; pairing.at++)
            if (is_mispaired(&pairing, out_influence))
                return;
    }
}
