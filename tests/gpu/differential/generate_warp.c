/* Generates instructions of a whole warp: shuffles, votes, matches, reductions, matrix products. */
#include <string.h>

#include "emit.h"
#include "matrices.h"

static bool result_of_warp(struct emitter *emitter, const char *text, int value, int first, int second)
{
    int sources[3], count = 0;
    if (first >= 0)
        sources[count++] = first;
    if (second >= 0)
        sources[count++] = second;
    if (emitter->mask_value >= 0)
        sources[count++] = emitter->mask_value;
    return emit_result(emitter, text, value, sources, count, NULL);
}

/*
 * With 32 lanes the source may be any lane. Otherwise it is the mask's lowest lane, since PTX does
 * not specify the values of lanes outside the mask.
 */
static void generate_shuffle(struct emitter *emitter)
{
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    static const unsigned segments[] = {0x1f, 0x181f, 0x1c1f, 0x1e1f, 0x101f};
    const char *mode = modes[random_below(&emitter->random, 4)];
    bool is_full = strcmp(emitter->mask, "0xffffffff") == 0;
    int a = emit_source(emitter, 'R'),
        lane = is_full && random_one_in(&emitter->random, 2) ? emit_source(emitter, 'N') : -1;
    int d = emit_value(emitter, 'R'), p = emit_value(emitter, 'P');
    if (a < 0 || d < 0 || p < 0)
        return;
    char text[192], from[32];
    if (lane >= 0)
        snprintf(from, sizeof(from), "%s", emit_name(emitter, lane).text);
    else
        snprintf(from, sizeof(from), "%u", random_below(&emitter->random, 32));
    if (!is_full) {
        emit_line(emitter, "brev.b32 %%rt, %s;", emitter->mask);
        emit_line(emitter, "bfind.shiftamt.u32 %%rt, %%rt;");
        snprintf(text, sizeof(text), "shfl.sync.idx.b32 %s|%s, %s, %%rt, 0x1f, %s;", emit_name(emitter, d).text,
                 emit_name(emitter, p).text, emit_name(emitter, a).text, emitter->mask);
    } else {
        unsigned clamp = segments[random_below(&emitter->random, 5)];
        clamp = strcmp(mode, "up") == 0 ? clamp & ~0x1fU : clamp;
        snprintf(text, sizeof(text), "shfl.sync.%s.b32 %s|%s, %s, %s, 0x%x, %s;", mode, emit_name(emitter, d).text,
                 emit_name(emitter, p).text, emit_name(emitter, a).text, from, clamp, emitter->mask);
    }
    emit_line(emitter, "%s", text);
    result_of_warp(emitter, text, d, a, lane);
    result_of_warp(emitter, text, p, a, lane);
}

static void generate_vote(struct emitter *emitter)
{
    static const char *const modes[] = {"all.pred", "any.pred", "uni.pred", "ballot.b32"};
    uint32_t mode = random_below(&emitter->random, 4);
    int a = emit_source(emitter, 'P'), d = emit_value(emitter, mode == 3 ? 'R' : 'P');
    if (a < 0 || d < 0)
        return;
    char text[160];
    snprintf(text, sizeof(text), "vote.sync.%s %s, %s%s, %s;", modes[mode], emit_name(emitter, d).text,
             random_one_in(&emitter->random, 3) ? "!" : "", emit_name(emitter, a).text, emitter->mask);
    emit_line(emitter, "%s", text);
    result_of_warp(emitter, text, d, a, -1);
}

/* Few distinct values, so that some match. */
static void generate_match(struct emitter *emitter)
{
    bool is_wide = random_one_in(&emitter->random, 3), is_all = random_one_in(&emitter->random, 2);
    int a = emit_source(emitter, is_wide ? 'D' : 'R'), few = emit_value(emitter, is_wide ? 'D' : 'R');
    int d = emit_value(emitter, 'R'), p = emit_value(emitter, 'P');
    if (a < 0 || few < 0 || d < 0 || p < 0)
        return;
    char text[192];
    emit_line(emitter, "and.b%d %s, %s, %u;", is_wide ? 64 : 32, emit_name(emitter, few).text,
              emit_name(emitter, a).text, random_below(&emitter->random, 8));
    snprintf(text, sizeof(text), "match.%s.sync.b%d %s%s%s, %s, %s;", is_all ? "all" : "any", is_wide ? 64 : 32,
             emit_name(emitter, d).text, is_all ? "|" : "", is_all ? emit_name(emitter, p).text : "",
             emit_name(emitter, few).text, emitter->mask);
    emit_line(emitter, "%s", text);
    result_of_warp(emitter, text, d, a, -1);
    if (is_all)
        result_of_warp(emitter, text, p, a, -1);
}

static void generate_redux(struct emitter *emitter)
{
    static const char *const operations[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32",
                                             "max.s32", "and.b32", "or.b32",  "xor.b32"};
    int a = emit_source(emitter, 'R'), d = emit_value(emitter, 'R');
    if (a < 0 || d < 0)
        return;
    char text[160];
    snprintf(text, sizeof(text), "redux.sync.%s %s, %s, %s;", operations[random_below(&emitter->random, 9)],
             emit_name(emitter, d).text, emit_name(emitter, a).text, emitter->mask);
    emit_line(emitter, "%s", text);
    result_of_warp(emitter, text, d, a, -1);
}

static void generate_elect(struct emitter *emitter)
{
    int d = emit_value(emitter, 'R'), p = emit_value(emitter, 'P');
    if (d < 0 || p < 0)
        return;
    char text[160];
    snprintf(text, sizeof(text), "elect.sync %s|%s, %s;", emit_name(emitter, d).text, emit_name(emitter, p).text,
             emitter->mask);
    emit_line(emitter, "%s", text);
    result_of_warp(emitter, text, d, -1, -1);
    result_of_warp(emitter, text, p, -1, -1);
}

static void generate_transpose(struct emitter *emitter)
{
    int a = emit_source(emitter, 'R'), d = emit_value(emitter, 'R');
    if (a < 0 || d < 0 || strcmp(emitter->mask, "0xffffffff") != 0)
        return;
    char text[160];
    snprintf(text, sizeof(text), "movmatrix.sync.aligned.m8n8.trans.b16 %s, %s;", emit_name(emitter, d).text,
             emit_name(emitter, a).text);
    emit_line(emitter, "%s", text);
    result_of_warp(emitter, text, d, a, -1);
}

void generate_warp(struct emitter *emitter)
{
    static void (*const kinds[])(struct emitter *) = {generate_shuffle,  generate_shuffle, generate_vote,
                                                      generate_match,    generate_redux,   generate_elect,
                                                      generate_transpose};
    if (emit_has_room(emitter, 2))
        kinds[random_below(&emitter->random, sizeof(kinds) / sizeof(kinds[0]))](emitter);
}

/* --- matrix products -------------------------------------------------------------------------- */

/* Appends "{%r1,%r2}" of new inputs for a fragment such as "4h". */
static bool append_fragment(struct emitter *emitter, const char *fragment, char *text, size_t size_bytes, int *sources,
                            int *count)
{
    for (int i = 0; i < fragment[0] - '0'; i++) {
        int value = emit_input(emitter, fragment[1]);
        if (value < 0)
            return false;
        sources[(*count)++] = value;
        size_t length = strlen(text);
        snprintf(text + length, size_bytes - length, "%s%s", i ? "," : ", {", emit_name(emitter, value).text);
    }
    strncat(text, "}", size_bytes - strlen(text) - 1);
    return true;
}

static bool append_metadata(struct emitter *emitter, const struct matrix_form *form, char *text, size_t size_bytes,
                            int *sources, int *count)
{
    if (!form->metadata)
        return true;
    int value = emit_input(emitter, form->metadata == 1 ? 'e' : 'm');
    if (value < 0)
        return false;
    sources[(*count)++] = value;
    size_t length = strlen(text);
    snprintf(text + length, size_bytes - length, ", %s, %u", emit_name(emitter, value).text,
             random_below(&emitter->random, form->selectors));
    return true;
}

void generate_matrix_form(struct emitter *emitter, const struct matrix_form *form)
{
    char sources_text[256] = "", text[384], *at;
    int sources[PROGRAM_SOURCES_MAX], count = 0, results[8], result_count = form->d[0] - '0';
    if (strcmp(emitter->mask, "0xffffffff") != 0 || !emit_has_room(emitter, 8) ||
        !append_fragment(emitter, form->a, sources_text, sizeof(sources_text), sources, &count) ||
        !append_fragment(emitter, form->b, sources_text, sizeof(sources_text), sources, &count) ||
        !append_fragment(emitter, form->c, sources_text, sizeof(sources_text), sources, &count) ||
        !append_metadata(emitter, form, sources_text, sizeof(sources_text), sources, &count))
        return;
    at = text + snprintf(text, sizeof(text), "%s {", form->spelling);
    for (int i = 0; i < result_count; i++) {
        results[i] = emit_value(emitter, form->d[1] == 'g'   ? 'G'
                                         : form->d[1] == 'h' ? 'Y'
                                         : form->d[1] == 'f' ? 'F'
                                                             : 'R');
        at += snprintf(at, 16, "%s%s", i ? "," : "", emit_name(emitter, results[i]).text);
    }
    snprintf(at, sizeof(text) - (size_t)(at - text), "}%s;", sources_text);
    emit_line(emitter, "%s", text);
    for (int i = 0; i < result_count; i++)
        emit_result(emitter, text, results[i], sources, count, NULL);
}

void generate_matrix(struct emitter *emitter)
{
    const struct matrix_form *forms;
    size_t count = matrix_forms(&forms);
    generate_matrix_form(emitter, &forms[random_below(&emitter->random, (uint32_t)count)]);
}
