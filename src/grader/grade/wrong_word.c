/* Judges a wrong kernel with small changes: see the header. */
#include "grader/grade/wrong_word.h"

#include <string.h>

#include "grader/grade/small_change.h"
#include "grader/source/source_text.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

/* Each change is compiled. A kernel with much PTX compiles for long, and gets fewer. */
enum { CHANGES_MOST = 40, PTX_BYTES_MOST = 3 << 18 };

static bool build(struct grading *grading, const struct source *source, struct job_program *out_program)
{
    struct compile_result *result;
    struct compile_request request = {.source = source,
                                      .architecture = grading->architecture,
                                      .names = plan_name_expressions(grading->plan, grading->arena)};
    if (!compiler_compile(grading->grader->ptx_compiler, &request, grading->arena, &result, NULL) || !result->ok)
        return false;
    *out_program = build_program(JOB_LEARNER, source, grading->plan, result, grading->arena);
    out_program->choice = grading->job.programs[0].choice;
    return true;
}

static bool makes_right(struct rerun *rerun, const struct small_change *change)
{
    struct grading *grading = rerun->grading;
    struct job_program program;
    struct source changed = small_change_apply(grading->verdict->source, change, grading->arena);
    return build(grading, &changed, &program) && rerun_agrees(rerun, &program, NULL) &&
           rerun_rest_agrees(rerun, &program, NULL);
}

/* Some headers take a second to compile, and each change would take as much. */
static bool compiles_fast(const struct source *source)
{
    static const char *const slow[] = {"<cooperative_groups", "<cub/", "<cuda/", "<thrust/"};
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
        if (source_text_has(source, source_text_whole(source), slow[i]))
            return false;
    return true;
}

static struct sentence say(const struct small_change *change, struct arena *arena)
{
    enum sentence_id id = change->right ? SENTENCE_WRONG_WORD : SENTENCE_WORD_TOO_MUCH;
    const char *text = sentence_text(
        arena, id,
        FIELDS({"line", phrase_integer(arena, change->line)}, {"right", change->right}, {"written", change->written}));
    return (struct sentence){text, "", change->line};
}

/* The solution, which spells numbers as learners do, and then the reference. */
static bool read_course(struct grading *grading, struct source *out_source)
{
    const struct exercise *exercise = grading->request->exercise;
    const char *root = curriculum_folder(grading->request->curriculum, exercise);
    struct source reference, solution;
    if (!exercise->reference || !exercise->solution ||
        !build_read_source(root, "kernels", exercise->reference, grading->arena, &reference, NULL) ||
        !build_read_source(root, "solutions", exercise->solution, grading->arena, &solution, NULL))
        return false;
    out_source->text = arena_printf(grading->arena, "%s\n%s", solution.text, reference.text);
    out_source->size_bytes = strlen(out_source->text);
    return true;
}

static size_t list_changes(struct rerun *rerun, struct small_change out_changes[CHANGES_MOST])
{
    struct grading *grading = rerun->grading;
    struct source course = {.name = ""};
    bool is_kernel = grading->request->exercise->kind == EXERCISE_KERNEL;
    if (!is_kernel || !compiles_fast(grading->verdict->source) || !read_course(grading, &course))
        return 0;
    size_t affordable = PTX_BYTES_MOST / (grading->compiled->ptx_bytes + 1);
    size_t most = affordable < CHANGES_MOST ? affordable : CHANGES_MOST;
    return small_change_list(grading->verdict->source, &course, out_changes, most, grading->arena);
}

bool wrong_word_has_changes(struct rerun *rerun)
{
    struct small_change changes[CHANGES_MOST];
    return list_changes(rerun, changes) > 0;
}

struct sentence wrong_word_find(struct rerun *rerun)
{
    struct small_change changes[CHANGES_MOST];
    size_t count = list_changes(rerun, changes);
    for (size_t i = 0; i < count; i++)
        if (makes_right(rerun, &changes[i]))
            return say(&changes[i], rerun->grading->verdict->arena);
    return (struct sentence){0};
}
