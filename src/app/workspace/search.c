/* Searches the texts of the course. */
#include "app/search.h"

#include <ctype.h>
#include <string.h>

#include "app/lab.h"
#include "base/i18n.h"
#include "base/text.h"

/* BEFORE_BYTES: few, so that the narrow column of a list shows the words themselves. */
enum { WORDS_MAX = 8, BEFORE_BYTES = 22, AFTER_BYTES = 110 };

struct searching {
    struct app *app;
    struct arena *arena;
    const char *words[WORDS_MAX];
    size_t word_count;
    struct exercise_progress *progress; /* of the exercises with a record */
    size_t progress_count;
    struct search_hit *hits;
    size_t count;
};

static void split(struct searching *searching, const char *text)
{
    for (text += strspn(text, " "); *text && searching->word_count < WORDS_MAX; text += strspn(text, " ")) {
        size_t length = strcspn(text, " ");
        searching->words[searching->word_count++] = arena_strndup(searching->arena, text, length);
        text += length;
    }
}

/* Where the first word is. NULL unless every word is there. */
static const char *find_all(const struct searching *searching, const char *text)
{
    const char *first = text ? strcasestr(text, searching->words[0]) : NULL;
    for (size_t i = 1; first && i < searching->word_count; i++)
        if (!strcasestr(text, searching->words[i]))
            return NULL;
    return first;
}

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

static bool is_in_word(char byte)
{
    return isalnum((unsigned char)byte) || is_continuation(byte);
}

/* How many bytes at `at` are not words of a link. An excerpt can begin or end within one. */
static size_t link_markup_length(const char *line, const char *at)
{
    if (at[0] == ']' && at[1] == '(') {
        size_t length = strcspn(at, ")");
        return length + (at[length] == ')');
    }
    const char *end = *at == '[' ? strchr(at, ']') : NULL;
    bool is_cut = *at == '[' && !end && (at == line || at[-1] == ' ' || at[-1] == '\n');
    return is_cut || (end && end[1] == '(');
}

/* How many bytes at `at` are marks of Markdown: of emphasis, headings, tables and links. */
static size_t markup_length(const char *line, const char *at)
{
    size_t length = strspn(at, "*");
    char before = at > line ? at[-1] : ' ', after = at[length];
    bool is_product = length && ((is_in_word(before) && is_in_word(after)) || (before == ' ' && after == ' '));
    if (length)
        return is_product ? 0 : length;
    if (*at == '#')
        return before == ' ' || before == '\n' ? strspn(at, "#") : 0;
    return *at == '|' ? strspn(at, "|-:") : link_markup_length(line, at);
}

/* Whether `at` is in code: backticks open and close it. */
static bool is_in_code(const char *text, const char *at)
{
    size_t backticks = 0;
    for (; text < at; text++)
        backticks += *text == '`';
    return backticks % 2 == 1;
}

/* The length of a frame of a figure: U+2500 to U+257F. An arrow stays. */
static size_t frame_length(const char *at)
{
    const char *end = at;
    while (text_begins(end, "─"))
        end += strlen("─");
    bool is_arrow = end > at && text_begins(end, "▶");
    bool is_frame = text_begins(at, "\xE2\x94") || text_begins(at, "\xE2\x95");
    return is_frame && !is_arrow ? strlen("─") : 0;
}

/* The backticks of code, and the word after those of a fence. */
static size_t code_mark_length(const char *at)
{
    size_t ticks = strspn(at, "`");
    return ticks < 3 ? ticks > 0 : ticks + strcspn(at + ticks, " \n`");
}

/* Copies `line` to `out`, on one line, without Markdown and without the lines of figures. */
static void write_plain(const char *line, bool is_code, char *out)
{
    const char *start = out;
    for (const char *in = line; *in;) {
        size_t marks = *in == '`' ? code_mark_length(in) : is_code ? frame_length(in) : markup_length(line, in);
        is_code ^= *in == '`';
        in += marks;
        if (marks)
            continue;
        char character = *in == '\n' || *in == '\t' ? ' ' : *in;
        if (character != ' ' || (out > start && out[-1] != ' '))
            *out++ = character;
        in++;
    }
    *out = '\0';
}

/* The end of an excerpt: that of a word, unless the text has no spaces. */
static const char *end_of(const char *at)
{
    const char *to = at, *space = NULL;
    for (int i = 0; *to && i < AFTER_BYTES; i++, to++)
        space = *to == ' ' || *to == '\n' ? to : space;
    while (is_continuation(*to))
        to++;
    return *to && space ? space : to;
}

/* One line of whole words around `at`. ".." stands for what is left out on a side. */
static const char *excerpt(struct arena *arena, const char *text, const char *at)
{
    const char *from = at - text > BEFORE_BYTES ? at - BEFORE_BYTES : text, *to = end_of(at);
    while (from > text && from < at && from[-1] != ' ' && from[-1] != '\n')
        from++;
    size_t length = (size_t)(to - from);
    char *out = ARENA_ARRAY(arena, length + 1, char);
    write_plain(arena_strndup(arena, from, length), is_in_code(text, from), out);
    bool is_whole = to[strspn(to, " \n")] == '\0';
    return arena_printf(arena, "%s%s%s", from > text ? ".. " : "", out, is_whole ? "" : " ..");
}

static void add(struct searching *searching, struct search_hit hit)
{
    if (searching->count < SEARCH_HITS_MAX)
        searching->hits[searching->count++] = hit;
}

/* A hit if the text has the words. */
static void look(struct searching *searching, struct search_hit hit, const char *text)
{
    const char *at = find_all(searching, text);
    if (!at)
        return;
    hit.excerpt = excerpt(searching->arena, text, at);
    add(searching, hit);
}

/* Words of a note, or the line or the title that it stands at. All notes without words. */
static void look_at_notes(struct searching *searching)
{
    struct note *notes;
    size_t count;
    if (!store_list_notes(searching->app->store, searching->arena, &notes, &count, NULL))
        return;
    for (size_t i = 0; i < count; i++) {
        const struct note *note = &notes[i];
        const struct curriculum *curriculum = searching->app->curriculum;
        struct search_hit hit = {.kind = SEARCH_NOTE,
                                 .lesson = curriculum_find_lesson(curriculum, note->subject),
                                 .exercise = curriculum_find_exercise(curriculum, note->subject)};
        *(hit.lesson ? &hit.step : &hit.line) = note->place;
        const char *where = note->line ? note->line : hit.lesson ? hit.lesson->title : note->subject;
        hit.excerpt = note->text;
        hit.source = note->line ? note->line + strspn(note->line, " \t") : "";
        if ((hit.lesson || hit.exercise) &&
            (!searching->word_count || find_all(searching, note->text) || find_all(searching, where)))
            add(searching, hit);
    }
}

/* How near a term is to the words: it is they, its name has them, or only its text. */
enum nearness { IS_THE_WORDS, NAMED_BY_WORDS, SAYS_THE_WORDS, FAR };

static enum nearness nearness_of(const struct searching *searching, const struct glossary_term *term)
{
    const char *only = searching->word_count == 1 ? searching->words[0] : "";
    if (strcasecmp(term->name, only) == 0 || strcasecmp(term->term, only) == 0)
        return IS_THE_WORDS;
    if (find_all(searching, term->name) || find_all(searching, term->term))
        return NAMED_BY_WORDS;
    return find_all(searching, term->say) ? SAYS_THE_WORDS : FAR;
}

static void look_at_terms(struct searching *searching, enum nearness nearness)
{
    const struct glossary *glossary = app_glossary(searching->app);
    for (size_t i = 0; i < glossary->count; i++) {
        const struct glossary_term *term = &glossary->terms[i];
        if (nearness_of(searching, term) != nearness)
            continue;
        char *say = ARENA_ARRAY(searching->arena, strlen(term->say) + 1, char);
        write_plain(term->say, false, say);
        add(searching, (struct search_hit){.kind = SEARCH_TERM, .term = term, .excerpt = say});
    }
}

/* The questions of an assessment stay unseen. Its title is found. */
static bool is_searched(const struct lesson *lesson)
{
    return lesson->kind != LESSON_ASSESSMENT;
}

static void look_at_titles(struct searching *searching)
{
    const struct curriculum *curriculum = searching->app->curriculum;
    for (size_t i = 0; i < curriculum->lesson_count; i++) {
        const struct lesson *lesson = curriculum->lessons[i];
        if (find_all(searching, lesson->title) || find_all(searching, lesson->id))
            add(searching, (struct search_hit){.kind = SEARCH_LESSON, .lesson = lesson, .excerpt = ""});
    }
    for (size_t i = 0; i < curriculum->exercise_count; i++) {
        const struct exercise *exercise = curriculum->exercises[i];
        bool is_open = is_searched(exercise->lesson) && !exercise->locked;
        if (is_open && (find_all(searching, exercise->id) || find_all(searching, exercise->title)))
            add(searching, (struct search_hit){.kind = SEARCH_EXERCISE, .exercise = exercise, .excerpt = ""});
    }
}

static void look_at_quiz(struct searching *searching, struct search_hit hit, const struct quiz *quiz)
{
    size_t before = searching->count;
    look(searching, hit, quiz->ask);
    for (size_t i = 0; i < quiz->choice_count && searching->count == before; i++)
        look(searching, hit, quiz->choices[i].say);
}

/* Values stand in place of their names, which no reader sees. */
static void look_at_text(struct searching *searching, struct search_hit hit, const char *text)
{
    bool has_names = find_all(searching, text) && strstr(text, "{{");
    look(searching, hit, has_names ? lab_expand(searching->app, NULL, text, searching->arena, NULL) : text);
}

static void look_at_steps(struct searching *searching, const struct lesson *lesson)
{
    for (size_t i = 0; i < lesson->step_count; i++) {
        const struct step *step = &lesson->steps[i];
        struct search_hit hit = {.kind = SEARCH_STEP, .lesson = lesson, .step = (int)i};
        if (step->kind == STEP_TEXT)
            look_at_text(searching, hit, step->text);
        else if (step->kind == STEP_QUIZ)
            look_at_quiz(searching, hit, &step->quiz);
        else if (step->kind == STEP_PREDICT)
            look(searching, hit, step->predict.ask);
        else if (step_is_lab(step) && step->lab->ask)
            look_at_text(searching, hit, step->lab->ask); /* the rest would answer it */
    }
}

static bool was_shown(const struct searching *searching, const struct exercise *exercise, size_t hint)
{
    for (size_t i = 0; i < searching->progress_count; i++) {
        const struct exercise_progress *progress = &searching->progress[i];
        if (strcmp(progress->exercise, exercise->id) == 0)
            return hint < STORE_HINTS_MAX && progress->hints_order && strchr(progress->hints_order, 'a' + (int)hint);
    }
    return false;
}

static void look_at_exercise(struct searching *searching, const struct exercise *exercise)
{
    struct search_hit hit = {.kind = SEARCH_EXERCISE, .exercise = exercise};
    look(searching, hit, exercise->task);
    hit.kind = SEARCH_HINT;
    for (size_t i = 0; i < exercise->hint_count; i++) {
        size_t before = searching->count;
        look(searching, hit, exercise->hints[i].text);
        if (searching->count == before)
            continue;
        if (!was_shown(searching, exercise, i))
            searching->hits[before].excerpt = _("A hint that you have not seen yet.");
        return; /* one of them is enough */
    }
}

size_t search_find(struct app *app, const char *text, struct arena *arena, struct search_hit out_hits[SEARCH_HITS_MAX])
{
    struct searching searching = {.app = app, .arena = arena, .hits = out_hits};
    const struct curriculum *curriculum = app->curriculum;
    split(&searching, text);
    look_at_notes(&searching);
    if (searching.word_count == 0)
        return searching.count;
    if (!store_list_exercises(app->store, arena, &searching.progress, &searching.progress_count, NULL))
        searching.progress_count = 0;
    look_at_terms(&searching, IS_THE_WORDS);
    look_at_terms(&searching, NAMED_BY_WORDS);
    look_at_titles(&searching);
    look_at_terms(&searching, SAYS_THE_WORDS);
    for (size_t i = 0; i < curriculum->lesson_count; i++) {
        const struct lesson *lesson = curriculum->lessons[i];
        if (!is_searched(lesson))
            continue;
        look_at_steps(&searching, lesson);
        for (size_t j = 0; j < curriculum->exercise_count; j++)
            if (curriculum->exercises[j]->lesson == lesson && !curriculum->exercises[j]->locked)
                look_at_exercise(&searching, curriculum->exercises[j]);
    }
    return searching.count;
}
