/* Says findings in sentences: rows FINDING_DIAGNOSIS of diagnoses.def. */
#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/identifier.h"
#include "base/told.h"
#include "grader/finding/element_name.h"
#include "grader/finding/finding_refinement.h"
#include "grader/finding/finding_sentence.h"
#include "grader/source/given_call.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_slip.h"
#include "grader/value/phrase.h"
#include "grader/value/template.h"

struct finding_row {
    enum vgpu_finding_kind kind;
    finding_refinement *refinement;
    const char *sentence, *lesson;
};

static const struct finding_row rows[] = {
#define FINDING_DIAGNOSIS(kind, refinement, sentence, lesson) {VGPU_FINDING_##kind, refinement, sentence, lesson},
#include "grader/diagnoses.def"
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static bool fits(const struct finding_row *row, const struct finding_facts *facts)
{
    return facts->finding->kind == row->kind && row->refinement(facts);
}

/*
 * A finding with a line says more; code that the compiler moved has none. A wrong write says more
 * than a read on the way to it.
 */
static int diagnostic_value(const struct vgpu_finding *finding)
{
    return 2 * (finding->line > 0) + (finding->access == VGPU_ACCESS_WRITE);
}

/* The findings of one observation. */
struct findings {
    struct finding_facts *facts;
    size_t count;
};

static struct findings read_findings(struct arena *arena, const struct finding_view *view,
                                     const struct observation *observation)
{
    struct findings findings = {ARENA_ARRAY(arena, observation->finding_count + 1, struct finding_facts),
                                observation->finding_count};
    for (size_t i = 0; i < findings.count; i++)
        findings.facts[i] = finding_facts_of(view, &observation->findings[i], arena);
    return findings;
}

static const struct finding_facts *most_informative(const struct finding_row *row, const struct findings *findings)
{
    const struct finding_facts *best = NULL;
    for (size_t i = 0; i < findings->count; i++) {
        const struct finding_facts *facts = &findings->facts[i];
        if (fits(row, facts) && (!best || diagnostic_value(facts->finding) > diagnostic_value(best->finding)))
            best = facts;
    }
    return best;
}

/* A finding of this row with a line, if another case has one. */
static const struct finding_facts *with_line(struct arena *arena, const struct finding_row *row,
                                             const struct finding_facts *reported)
{
    const struct finding_view *view = reported->view;
    if (reported->finding->line > 0 || !view->all)
        return reported;
    struct findings all = read_findings(arena, view, view->all);
    const struct finding_facts *elsewhere = most_informative(row, &all);
    return elsewhere && elsewhere->finding->line > 0 ? elsewhere : reported;
}

static const struct finding_facts *main_finding(struct arena *arena, const struct finding_view *view,
                                                const struct finding_row **out_row)
{
    struct findings reported = read_findings(arena, view, view->reported);
    *out_row = NULL;
    for (int i = 0; i < ROW_COUNT; i++) {
        const struct finding_facts *facts = most_informative(&rows[i], &reported);
        if (!facts)
            continue;
        *out_row = &rows[i];
        return with_line(arena, &rows[i], facts);
    }
    for (size_t i = 0; i < reported.count; i++)
        if (reported.facts[i].finding->severity == VGPU_SEVERITY_ERROR)
            return &reported.facts[i];
    return NULL;
}

/* The first row that fits; NULL: none does. */
static const struct finding_row *row_of(const struct finding_facts *facts)
{
    for (int i = 0; i < ROW_COUNT; i++)
        if (fits(&rows[i], facts))
            return &rows[i];
    return NULL;
}

static const char *thread_text(struct arena *arena, const uint32_t thread[3])
{
    return arena_printf(arena, _("thread (%u,%u,%u)"), thread[0], thread[1], thread[2]);
}

static const char *thread_block_text(struct arena *arena, const uint32_t thread[3], const uint32_t block[3])
{
    return arena_printf(arena, _("thread (%u,%u,%u) of block (%u,%u,%u)"), thread[0], thread[1], thread[2], block[0],
                        block[1], block[2]);
}

/* Of several devices, the one is named too. */
static const char *on_device(struct arena *arena, const char *said, int device, const struct exercise *exercise)
{
    bool is_one_of_many = exercise && exercise->devices > 1;
    return is_one_of_many ? arena_printf(arena, _("%s on device %d"), said, device) : said;
}

static const char *place_text(struct arena *arena, const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    const char *said = thread_block_text(arena, finding->thread, finding->block);
    return on_device(arena, said, finding->device, facts->view->exercise);
}

/* A party of the same launch is on the same device. */
static const char *other_place_text(struct arena *arena, const struct finding_facts *facts)
{
    const struct vgpu_party *other = &facts->finding->other;
    const char *said = thread_block_text(arena, other->thread, other->block);
    bool is_elsewhere = finding_is_of_another_device(facts);
    return is_elsewhere ? on_device(arena, said, other->device, facts->view->exercise) : said;
}

static const char *verb(enum vgpu_access access)
{
    static const char *const verbs[] = {[VGPU_ACCESS_NONE] = N_("touches"),
                                        [VGPU_ACCESS_READ] = N_("reads"),
                                        [VGPU_ACCESS_WRITE] = N_("writes"),
                                        [VGPU_ACCESS_ATOMIC] = N_("updates")};
    return _(verbs[access]);
}

/* The element as the exercise declares the buffer, whatever the width of the access. */
static const char *declared_name(struct arena *arena, const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    if (!facts->parameter || finding->offset_bytes < 0)
        return element_name(arena, finding, facts->view);
    return arena_printf(arena, "%s[%" PRId64 "]", finding->buffer,
                        finding->offset_bytes / (int64_t)dtype_bytes(facts->parameter->dtype));
}

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

/* "31 threads run" */
static const char *counted(struct arena *arena, uint64_t count, const char *template)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    template_expand(template, FIELDS({"count", phrase_count(arena, count)}), &text);
    return arena_strdup(arena, buffer_text(&text));
}

/*
 * The virtual GPU's addition about unwritten memory: "; of the 8 elements ...; line 12 stores ...".
 */
static const char *written_text(struct arena *arena, const struct vgpu_finding *finding)
{
    return finding->said ? told_local(arena, told_rest(finding->said)) : "";
}

static bool lacks_syncwarp(const struct vgpu_finding *finding)
{
    return finding->said && told_find(finding->said, vgpu_finding_text(VGPU_TEXT_NO_SYNCWARP));
}

/* Whether another race in shared memory needs a barrier of the block. */
static bool races_across_warps(const struct vgpu_finding *other, const struct vgpu_finding *finding)
{
    bool is_race = other->kind == VGPU_FINDING_RACE_READ_AFTER_WRITE ||
                   other->kind == VGPU_FINDING_RACE_WRITE_AFTER_READ || other->kind == VGPU_FINDING_RACE_WRITE_WRITE;
    return is_race && other->space == finding->space && !lacks_syncwarp(other);
}

/*
 * A branch of a single warp must not contain a barrier of the block. A source without the number of
 * lanes has no such branch.
 */
static const char *within_warp_text(const struct vgpu_finding *finding, const struct observation *all,
                                    const struct source *source)
{
    static const char *const words[] = {"32", "31", "warpSize", "warp", "__syncwarp", "tiled_partition"};
    bool is_within_warp = lacks_syncwarp(finding);
    for (size_t i = 0; is_within_warp && all && i < all->finding_count; i++)
        is_within_warp = !races_across_warps(&all->findings[i], finding);
    for (size_t i = 0; is_within_warp && i < sizeof words / sizeof *words; i++)
        if (!source || source_slip_has_word(source, words[i]))
            return sentence_row(SENTENCE_OR_SYNCWARP).text;
    return "";
}

/* An update that races with a plain store, of a buffer that no line of the plan sets to 0. */
static const char *first_value_text(struct arena *arena, const struct vgpu_finding *finding,
                                    const struct source *source)
{
    bool is_zeroed = source && finding->buffer && source_launch_zeroes(source, finding->buffer, arena);
    return is_zeroed ? "" : sentence_text(arena, SENTENCE_FIRST_VALUE, FIELDS({"buffer", or_empty(finding->buffer)}));
}

/* "33 elements of 4 bytes", as declared, or as the access sees them */
static const char *amount_text(struct arena *arena, const struct finding_facts *facts)
{
    uint64_t bytes = facts->finding->buffer_bytes;
    uint32_t smaller = element_name_unit(facts->finding, facts->view);
    uint32_t unit = smaller ? smaller : facts->finding->size_bytes;
    if (unit <= 1 || !bytes || bytes % unit)
        return arena_printf(arena, ngettext("%s byte", "%s bytes", bytes), phrase_count(arena, bytes));
    uint64_t count = bytes / unit;
    return arena_printf(arena, ngettext("%s element of %u bytes", "%s elements of %u bytes", count),
                        phrase_count(arena, count), unit);
}

/* "33 elements of 4 bytes (line 3: f32[n, 2])", where the plan makes the buffer */
static const char *scratch_text(struct arena *arena, const struct finding_facts *facts)
{
    const struct vgpu_finding *finding = facts->finding;
    const char *amount = amount_text(arena, facts);
    if (!facts->source || !finding_has_buffer(finding) || finding->space != VGPU_FINDING_SPACE_GLOBAL)
        return amount;
    struct source_slip_scratch scratch = source_slip_scratch(facts->source, finding->buffer, arena);
    return scratch.line ? arena_printf(arena, _("%s (line %d: %s)"), amount, scratch.line, scratch.shape) : amount;
}

/* "31 elements (m x k)" */
static const char *extent_text(struct arena *arena, const struct finding_facts *facts)
{
    const struct parameter *parameter = facts->parameter;
    struct buffer shape CLEANUP(buffer_done) = BUFFER_INIT;
    if (!parameter)
        return scratch_text(arena, facts);
    for (int i = 0; i < parameter->rank; i++)
        buffer_printf(&shape, "%s%s", i ? " x " : "", expression_text(parameter->shape[i]));
    uint64_t count = facts->finding->buffer_bytes / dtype_bytes(parameter->dtype);
    return arena_printf(arena, ngettext("%s element (%s)", "%s elements (%s)", count), phrase_count(arena, count),
                        buffer_text(&shape));
}

/* Elements of one access. A scratch buffer counts in floats. */
static uint64_t elements_at_once(const struct finding_facts *facts)
{
    size_t bytes = facts->parameter ? dtype_bytes(facts->parameter->dtype) : sizeof(float);
    return facts->finding->size_bytes / bytes;
}

/* "w": the length of a row of a matrix; "": it is none. */
static const char *width_text(const struct parameter *parameter)
{
    return parameter && parameter->rank == 2 ? expression_text(parameter->shape[1]) : "";
}

/* Whether the line takes the address of one element: `*(float4 *)&a[i]`, `(float4 *)(a + i)`. */
static bool takes_address(const char *line)
{
    for (const char *at = strchr(line, '&'); at; at = strchr(at, '&')) {
        const char *name = ++at;
        while (identifier_has(*at))
            at++;
        if (at > name && *at == '[')
            return true;
    }
    return strstr(line, "*)(") || strstr(line, "*>(");
}

/* " A pointer to 4 elements counts in groups of 4.", where the line has such a pointer */
static const char *groups_text(struct arena *arena, const struct finding_facts *facts)
{
    if (takes_address(facts->line_text))
        return "";
    const char *group = phrase_count(arena, elements_at_once(facts));
    return sentence_text(arena, SENTENCE_POINTER_TO_GROUPS, FIELDS({"group", group}));
}

/* " at line 12": of the launch with the finding */
static const char *launch_at_text(struct arena *arena, int line)
{
    return line ? arena_printf(arena, _(" at line %d"), line) : "";
}

/* The condition that lets the index too far. */
static const struct finding_reach *reach_of(const struct finding_facts *facts)
{
    if (finding_is_stored_twice(facts))
        return &facts->total;
    if (facts->side.line || facts->kept.line)
        return facts->side.line ? &facts->side : &facts->kept;
    return facts->side.variable ? &facts->side : &facts->reach;
}

const char *finding_sentence_expand(struct arena *arena, const char *sentence, const struct finding_facts *facts)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    const struct vgpu_finding *finding = facts->finding;
    const char *buffer = finding_has_buffer(finding) ? finding->buffer : _(vgpu_finding_text(VGPU_TEXT_MEMORY));
    const struct finding_axis *axis = &facts->axis;
    const struct finding_reach *reach = reach_of(facts);
    /* The launch that a sentence names: of an instance, else the one that passes the buffer. */
    const struct source_launch_found *named = facts->instance.line ? &facts->instance : &facts->writer;
    struct template_field fields[] = {
        {"axis", axis->axis < 0 ? "" : (const char *const[]){"x", "y", "z"}[axis->axis]},
        {"axis_last", phrase_count(arena, axis->last)},
        {"axis_size", phrase_count(arena, axis->axis < 0 ? 0 : axis->size - 1)},
        {"guard", or_empty(facts->bound.right)},
        {"guard_line", phrase_integer(arena, facts->bound.line)},
        {"left_out", or_empty(facts->left_out)},
        {"pitch", or_empty(facts->pitch)},
        {"width", width_text(facts->parameter)},
        {"groups", groups_text(arena, facts)},
        {"reach", or_empty(reach->bound)},
        {"reach_line", phrase_integer(arena, reach->line)},
        {"limit", or_empty(reach->limit)},
        {"index_text", facts->index},
        {"index_shown", *facts->index ? arena_printf(arena, " `%s`", facts->index) : ""},
        {"variable", or_empty(reach->variable)},
        {"line", phrase_integer(arena, finding->line)},
        {"table_line", phrase_integer(arena, facts->table.line)},
        {"table", arena_strndup(arena, or_empty(facts->table.argument), facts->table.length)},
        {"other_line", phrase_integer(arena, finding->other.line)},
        {"thread", thread_text(arena, finding->thread)},
        {"other_thread", thread_text(arena, finding->other.thread)},
        {"block", arena_printf(arena, "(%u,%u,%u)", finding->block[0], finding->block[1], finding->block[2])},
        {"thread_block", place_text(arena, facts)},
        {"other_thread_block", other_place_text(arena, facts)},
        {"buffer", buffer},
        {"buffer_or_variable", finding_has_buffer(finding) ? finding->buffer : _("a variable")},
        {"element_name", finding_has_buffer(finding) ? element_name(arena, finding, facts->view) : buffer},
        {"declared_name", finding_has_buffer(finding) ? declared_name(arena, facts) : buffer},
        {"past", phrase_count(arena, vgpu_finding_bytes_past(finding))},
        {"before", phrase_count(arena, vgpu_finding_bytes_before(finding))},
        {"size", phrase_count(arena, finding->size_bytes)},
        {"verb", verb(finding->access)},
        {"other_verb", verb(finding->other.access)},
        {"threads", counted(arena, finding->count, ngettext("one thread runs", "{count} threads run", finding->count))},
        {"accesses", counted(arena, finding->count, ngettext("one access is", "{count} accesses are", finding->count))},
        {"room", amount_text(arena, facts)},
        {"block_threads", phrase_count(arena, facts->block_threads)},
        {"extent", extent_text(arena, facts)},
        {"case", facts->view->case_text},
        {"index", or_empty(facts->fixed_index)},
        {"launch_line", phrase_integer(arena, named->line)},
        {"launched", or_empty(named->instance)},
        {"launch_at", launch_at_text(arena, finding->plan_line)},
        {"count", phrase_count(arena, finding->size_bytes ? finding->buffer_bytes / finding->size_bytes : 0)},
        {"written", written_text(arena, finding)},
        {"within_warp", within_warp_text(finding, facts->view->all, facts->view->source)},
        {"first_value", first_value_text(arena, finding, facts->view->source)},
        {"message", or_empty(finding->message)},
    };
    template_expand(_(sentence), fields, sizeof fields / sizeof *fields, &text);
    return arena_strdup(arena, buffer_text(&text));
}

/* Adds where the plan has the two steps of a race. */
static const char *with_plan_lines(struct arena *arena, const struct vgpu_finding *finding, const char *said)
{
    int first = finding->other.plan_line, second = finding->plan_line;
    if (!first || !second)
        return said;
    enum sentence_id id = first == second ? SENTENCE_PLAN_LINE_OF_BOTH : SENTENCE_PLAN_LINES;
    return phrase_joined(arena, said,
                         sentence_text(arena, id,
                                       FIELDS({"line", phrase_integer(arena, first < second ? first : second)},
                                              {"other_line", phrase_integer(arena, first < second ? second : first)})));
}

/* The plan may leave out a size of the buffer. Or its when= lets the kernel run in this case. */
static const char *with_plan(struct arena *arena, const struct finding_facts *facts, const char *said)
{
    const struct vgpu_finding *finding = facts->finding;
    if (!facts->source || !finding_is_past_the_end(facts) || facts->instance.line)
        return said;
    const char *size = finding_unused_size(facts->source, facts->view->exercise, finding->buffer, arena);
    if (size)
        return phrase_joined(
            arena, said,
            sentence_text(arena, SENTENCE_PLAN_LACKS_SIZE, FIELDS({"size", size}, {"buffer", finding->buffer})));
    struct source_launch_found launch = {0};
    if (finding->kernel)
        launch = source_launch_only(facts->source, finding->kernel, arena);
    if (!launch.has_when)
        return said;
    return phrase_joined(
        arena, said,
        sentence_text(arena, SENTENCE_WHEN_LETS_RUN,
                      FIELDS({"line", phrase_integer(arena, launch.line)}, {"kernel", launch.instance})));
}

/* The lines of given functions become those of the learner's calls. */
static const char *move_to_calls(struct arena *arena, const struct finding_facts *facts, struct vgpu_finding *finding)
{
    const struct finding_view *view = facts->view;
    if (!view->calls)
        return "";
    struct given_call call = given_call_at(view->calls, finding->ptx_line, finding->line);
    struct given_call other = {0};
    if (finding->other.ptx_line && !finding->other.kernel)
        other = given_call_at(view->calls, finding->other.ptx_line, finding->other.line);
    /* two results meet whatever happens between the calls */
    bool writes_result = finding->kind == VGPU_FINDING_RACE_WRITE_WRITE && finding_is_stored_twice(facts);
    finding->line = call.line ? call.line : finding->line;
    finding->other.line = other.line ? other.line : finding->other.line;
    bool is_plan = view->exercise && view->exercise->kind == EXERCISE_PLAN; /* its calls are given, too */
    if ((!call.line && !other.line) || is_plan)
        return "";
    const struct given_call *one = call.line ? &call : &other;
    bool are_two = call.line && other.line && (call.line != other.line || strcmp(call.function, other.function) != 0);
    enum sentence_id id = !are_two        ? SENTENCE_GIVEN_CALL
                          : writes_result ? SENTENCE_GIVEN_CALLS_OF_STORES
                                          : SENTENCE_GIVEN_CALLS;
    return sentence_text(arena, id,
                         FIELDS({"line", phrase_integer(arena, one->line)}, {"function", one->function},
                                {"other_line", phrase_integer(arena, other.line)},
                                {"other_function", are_two ? other.function : ""}));
}

struct sentence finding_sentence(struct arena *arena, const struct finding_view *view)
{
    const struct finding_row *row;
    const struct finding_facts *main = main_finding(arena, view, &row);
    if (!main)
        return (struct sentence){0};
    struct vgpu_finding finding = *main->finding;
    const char *calls = move_to_calls(arena, main, &finding);
    struct finding_facts facts = finding_facts_of(view, &finding, arena);
    if (finding_is_at_one_line(&facts) && !finding_is_at_one_line(main))
        row = row_of(&facts);
    if (row) {
        const char *said = with_plan_lines(arena, &finding, finding_sentence_expand(arena, row->sentence, &facts));
        said = with_plan(arena, &facts, said);
        return (struct sentence){*calls ? phrase_joined(arena, said, calls) : said, row->lesson, finding.line};
    }
    struct sentence plain = sentence_fill(
        arena, SENTENCE_FINDING, FIELDS({"line", phrase_integer(arena, finding.line)}, {"message", finding.message}));
    plain.line = finding.line;
    return plain;
}
