/*
 * The application: owns the services (curriculum, store, grader settings) that actions of the CLI
 * and the shell share.
 *
 * app_open() finds the resources and the state folders, opens the store and loads the curriculum.
 * In a read-only home the store is in memory, and `store_warning` says so. Nothing here prints.
 *
 * Rooms:
 *     assessment/  timed assessments and the placement test: questions, answers, results
 *     attempt/     one attempt at an exercise: submit, grade, replay, compare, help, feedback
 *     author/      for authors: checks exercises and creates new ones
 *     certification/  issues certificate files, opens them, judges them again
 *     doctor/      checks the machine
 *     kernel/      runs a kernel or a program of the learner's own
 *     portfolio/   what a learner shows: a page, a card, a folder
 *     workspace/   the learner's folder: files, settings, editor, saves, overview
 */
#ifndef APP_APP_H
#define APP_APP_H

#include <stdbool.h>
#include <stdint.h>

#include "app/settings.h"
#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "base/executable.h"
#include "curriculum/glossary.h"
#include "curriculum/lab.h"
#include "curriculum/load.h"
#include "curriculum/model.h"
#include "grader/grader.h"
#include "progress/store.h"

/* Options from the command line or the environment. Texts must outlive the app. */
struct app_options {
    const char *toolkit;      /* --toolkit; NULL: search */
    const char *architecture; /* --arch; NULL: the setting, else "h100" */
    const char *link;         /* --link: "nvlink", "pcie"; NULL: the GPU's own */
    const char *language;     /* "es"; NULL: the setting, else the locale */
    const char *theme;        /* "dark", "light"; NULL: the setting */
    const char *mouse;        /* "on", "off"; NULL: the setting */
    const char *root;         /* another folder with lessons/; NULL: the program's own */
    /* a folder with a lesson pack; NULL: the running assessment's, if any */
    const char *pack;
    int threads;   /* of the virtual device; 0: all */
    bool no_store; /* do not open the learner's store: for author tools */
};

struct app {
    struct arena *arena;
    struct app_options options;
    const char *program; /* absolute path of the executable, for the children */
    struct resource_root root;
    struct state_folders folders;
    struct curriculum *curriculum;
    struct diagnostics *diagnostics; /* authors' mistakes in lessons/ */
    struct glossary *glossary;       /* NULL until app_glossary() has read it */
    struct store *store;
    struct settings settings;     /* the effective settings; `options` agree with them */
    struct error setting_warning; /* code ERROR_NONE unless a value was rejected */
    struct error store_warning;   /* progress is not kept, or was recovered; else code ERROR_NONE */
    /* code ERROR_NONE unless the pack of a running assessment could not be loaded */
    struct error pack_warning;
};

bool app_open(const struct app_options *options, struct app **out_app, struct error *error);
void app_close(struct app *app);
DEFINE_CLEANUP(app_close, struct app *)

const char *app_backup_folder(const struct app *app, struct arena *arena);

/* Stores a choice and applies it, unless an option or the environment overrides it. */
bool app_set(struct app *app, enum setting setting, const char *value, struct error *error);

/* The course's glossary, read at the first call. */
const struct glossary *app_glossary(struct app *app);

/* The settings for grader_new(). */
struct grader_settings app_grader_settings(const struct app *app);

/*
 * Finds an exercise by id, by file name ("vector_add.cu") or by path. The error names similar ones.
 */
const struct exercise *app_find_exercise(const struct app *app, const char *name, struct error *error);

/* Finds a lesson by id, or else an exercise as above. One of the two is NULL. */
bool app_find_subject(const struct app *app, const char *name, const struct lesson **out_lesson,
                      const struct exercise **out_exercise, struct error *error);

/* Finds a lesson by id. The error names a similar one. */
const struct lesson *app_find_lesson(const struct app *app, const char *id, struct error *error);

/*
 * The main functions of the children: `warpschool worker compiler` and `warpschool worker device`.
 */
int app_compiler_worker_main(void);
int app_device_worker_main(void);
/* Call it first in main, before threads start: it changes the environment. */
void app_prepare(void);

#endif
