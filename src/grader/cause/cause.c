/* Seeks slips that explain a whole verdict: see the header. */
#include "grader/cause/cause.h"

#include "grader/cause/cause_finder.h"

/* Each finder walks over the source many times. The longest solution has 16 KB. */
enum { SOURCE_BYTES_MAX = 1 << 16 };

const struct wrong_element *cause_wrong_value(const struct cause_search *search)
{
    const struct wrong_buffer *wrong = search->evidence->wrong;
    return wrong && wrong->first_count && !wrong->first[0].never_written ? &wrong->first[0] : NULL;
}

struct sentence cause_find(const struct verdict *verdict, const struct cause_evidence *evidence)
{
    static cause_finder *const finders[] = {
#define CAUSE_FINDER(name) name,
#include "grader/cause/cause_finders.def"
    };
    struct cause_search search = {verdict, verdict->source, verdict->arena, evidence};
    struct sentence found = {0};
    bool is_read = verdict->source && verdict->source->size_bytes <= SOURCE_BYTES_MAX;
    for (size_t i = 0; is_read && !found.text && i < sizeof finders / sizeof *finders; i++)
        found = finders[i](&search);
    return found;
}

struct sentence cause_find_of_work(const struct verdict *verdict)
{
    struct cause_search search = {verdict, verdict->source, verdict->arena, &(struct cause_evidence){0}};
    return verdict->source ? cause_launch_twins(&search) : (struct sentence){0};
}

const char *cause_with_fact(const struct verdict *verdict, const struct sentence *cause, const char *said)
{
    return said ? phrase_joined(verdict->arena, cause->text, phrase_first(verdict->arena, said)) : cause->text;
}
