/*
 * The application: owns the services (curriculum, store, grader settings) that actions of the CLI and the shell share.
 *
 * app_open() finds the resources and the state folders, opens the store and loads the curriculum. It works in a
 * read-only home too: the store is then in memory and `store_warning` says so. Nothing here prints.
 *
 * Rooms:
 *     assessment/  timed assessments and the placement test: questions, answers, results
 *     attempt/     one attempt at an exercise: submit, grade, replay, compare, help, feedback
 *     author/      for authors: checks exercises and creates new ones
 *     doctor/      checks the machine
 *     kernel/      runs a kernel file of the learner's own
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
#include "curriculum/load.h"
#include "curriculum/model.h"
#include "grader/grader.h"
#include "progress/store.h"

/* What the command line or the environment asked for. Texts must outlive the app. */
struct app_options {
    const char *toolkit;      /* --toolkit; NULL: look */
    const char *architecture; /* --arch; NULL: as it is set, else "h100" */
    const char *language;     /* "es"; NULL: as it is set, else from the locale */
    const char *theme;        /* "dark", "light"; NULL: as it is set */
    const char *mouse;        /* "on", "off"; NULL: as it is set */
    const char *root;         /* another folder with lessons/; NULL: the program's own */
    const char *pack;         /* a folder with a lesson pack; NULL: that of the assessment that runs, if any */
    int threads;              /* of the virtual device; 0: all */
    bool no_store;            /* do not open the learner's store: author tools */
};

struct app {
    struct arena *arena;
    struct app_options options;
    const char *program; /* absolute path of the executable, for the children */
    struct resource_root root;
    struct state_folders folders;
    struct curriculum *curriculum;
    struct diagnostics *diagnostics; /* authored mistakes in lessons/ */
    struct store *store;
    struct settings settings;     /* what holds; `options` agree with it */
    struct error setting_warning; /* code ERROR_NONE unless a value was left out */
    struct error store_warning;   /* code ERROR_NONE unless progress is not kept */
    struct error pack_warning;    /* so unless the pack of a running assessment could not be loaded */
};

bool app_open(const struct app_options *options, struct app **out_app, struct error *error);
void app_close(struct app *app);
DEFINE_CLEANUP(app_close, struct app *)

/* Keeps a choice, and lets it hold from now on unless an option or the environment says otherwise. */
bool app_set(struct app *app, enum setting setting, const char *value, struct error *error);

/* What grader_new() takes. */
struct grader_settings app_grader_settings(const struct app *app);

/* By id, by file name ("vector_add.cu") or by path; says what is near when there is none. */
const struct exercise *app_find_exercise(const struct app *app, const char *name, struct error *error);

/* The main functions of the children: `warpschool worker compiler` and `warpschool worker device`. */
int app_compiler_worker_main(void);
int app_device_worker_main(void);

#endif
