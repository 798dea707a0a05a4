/*
 * Labs: the steps that run kernels and show what happens. A run has one kernel, a comparison
 * several, a plot one kernel over several values. A fill has a kernel with a blank.
 *
 * Each asks before it shows, and each has a claim that author-check evaluates. A quantity is a
 * counter (doc/counters.md) or `time`, the modelled time in microseconds. Claims and answers are
 * expressions over quantities: `time(3) > 1.5 * time(4)`. The number is a row of a comparison, or a
 * value of `vary` or `x`.
 *
 * A lab's kernel is a file in kernels/. Its first lines begin with `//?` and hold YAML: the
 * parameters, as of an exercise. They are the head, which learners do not see.
 */
#ifndef CURRICULUM_LAB_H
#define CURRICULUM_LAB_H

#include <stdbool.h>
#include <stddef.h>

#include "curriculum/model.h"

enum {
    LAB_CODE_LINES_MAX = 12,
    LAB_ROWS_MAX = 5,
    LAB_COLUMNS_MAX = 3,
    LAB_POINTS_MAX = 10,
    LAB_BLANK_BYTES_MAX = 80,
    LAB_BLANKS_MAX = 3,
};

#define LAB_TIME "time"

enum lab_strip { LAB_STRIP_NONE, LAB_STRIP_SECTORS, LAB_STRIP_BANKS };

struct named_text {
    const char *name, *text;
};
struct named_texts {
    struct named_text *items;
    size_t count;
};

/* One name, a scalar of the case or a #define, and the values that it takes in turn. */
struct lab_range {
    const char *name; /* NULL: none */
    struct value *values;
    size_t count;
};

struct integer_list {
    int *items;
    size_t count;
};

struct lab_kernel {
    const char *file;            /* relative to kernels/; NULL: none */
    const struct source *source; /* the whole file; NULL until the files were checked */
    int head_lines;              /* lines of the head; the code's first line is the next */
    struct exercise *exercise;   /* with the parameters of the head, and no cases */
};

struct lab_row {
    const char *say;
    struct lab_kernel kernel; /* one of the three is there */
    struct named_texts with;
    const char *mine;     /* an exercise's id */
    const char *measured; /* the name of a time in lessons/measured.json */
    double measured_us;
    struct location location;
};

struct lab_scale {
    bool x_is_log2;
};

struct lab_wrong {
    struct named_texts blanks;
    const char *say;
    struct location location;
};

struct lab {
    const char *id;
    enum step_kind kind;
    struct lab_kernel kernel;    /* not of a comparison */
    struct exercise_case *given; /* `case`, or `small` of a fill */
    struct named_texts with;
    const char *ask; /* NULL only for fills */
    struct text_list choices;
    const char *answer;
    int answer_choice;                      /* index into `choices`; -1: the answer is a number */
    const struct expression *answer_number; /* NULL with choices */
    double within;
    const char *why, *plain; /* can be NULL */
    const struct expression *claim;
    const char *mark; /* of run */
    enum lab_strip strip;
    struct text_list columns; /* quantities: `show`, `columns` or `y` */
    bool is_shown_first;      /* of run: the values of `columns` are there before the guess */
    struct lab_range range;   /* `vary` or `x` */
    struct lab_row *rows;
    size_t row_count;
    struct integer_list hidden; /* row numbers from 1; none: all */
    const char *label;          /* of a plot: a second quantity; NULL */
    bool bars;
    struct lab_scale scale;
    const char *mine;            /* of a plot: an exercise's id; NULL */
    struct named_texts blanks;   /* of a fill, with the right answers */
    struct named_texts replaced; /* instead of blanks */
    struct exercise_case *cases;
    size_t case_count;
    const char *trace; /* a shared array; NULL */
    const struct expression *accept;
    struct text_list right;
    struct lab_wrong *wrong;
    size_t wrong_count;
    struct text_list hints;
    struct lesson *lesson;
    int step; /* index into the lesson's steps */
    struct location location;
};

/* NULL: there is no such step. */
const struct lab *curriculum_find_lab(const struct curriculum *curriculum, const char *id);

/* The answers that a fill asks for: `blanks` or `replaced`. */
const struct named_texts *lab_answers(const struct lab *lab);

/* Whether each ( and [ of a text has its partner. */
bool lab_brackets_match(const char *text);

/*
 * Whether a text can stand in a blank: one expression with balanced brackets. There is no ; { } #
 * " \ comment or assignment in it. With `is_line` it may be a statement.
 */
bool lab_blank_is_usable(const char *text, bool is_line);

/*
 * The parts of a learner's answer, one for each blank: `t + half`, or `A; B`. Returns how many
 * there are, at most LAB_BLANKS_MAX + 1; parts beyond LAB_BLANKS_MAX are not stored.
 */
size_t lab_split_answer(const struct lab *lab, const char *text, struct arena *arena, const char *out_parts[]);

/* What begins the marks at the end of a line: `//@ column end`. Marks are not drawn. */
#define LAB_MARK "//@ "
/* The marks of the first and last line that is drawn; without them the whole code is. */
#define LAB_MARK_BEGIN "begin"
#define LAB_MARK_END "end"

/* The number of the line with the mark, from 1 in the whole file. 0: there is none. */
int lab_find_mark(const struct source *source, const char *name);

/* The text after `#define name `, or NULL. It ends at the end of its line. */
const char *lab_find_definition(const struct source *source, const char *name);

#endif
