/* Messages about the worker itself: the device it opens, its answer, and failures. */
#include <stdio.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/told.h"
#include "grader/wire/job.h"

bool worker_request_send(int fd, const struct worker_request *request, int64_t deadline_ns, struct error *error)
{
    json_t *header CLEANUP(json_decref) = json_pack("{s:s, s:o, s:i}", "kind", request->kind, "architecture",
                                                    json_from_text(request->architecture), "threads", request->threads);
    return frame_write(fd, MESSAGE_OPEN, header, NULL, 0, deadline_ns, error);
}

bool worker_opened_send(int fd, const struct worker_opened *opened, struct error *error)
{
    const struct device_properties *properties = &opened->properties;
    json_t *header CLEANUP(json_decref) = json_object();
    json_object_set_new(header, "kind", json_from_text(properties->kind));
    json_object_set_new(header, "name", json_from_text(properties->name));
    json_object_set_new(header, "uuid", json_from_text(properties->uuid));
    json_object_set_new(header, "driver", json_from_text(properties->driver));
    json_object_set_new(header, "compute_major", json_integer(properties->compute_major));
    json_object_set_new(header, "compute_minor", json_integer(properties->compute_minor));
    json_object_set_new(header, "sm_count", json_integer(properties->sm_count));
    json_object_set_new(header, "checks", json_boolean(properties->checks));
    json_object_set_new(header, "counts", json_boolean(properties->counts));
    json_object_set_new(header, "models_time", json_boolean(properties->models_time));
    json_object_set_new(header, "inspects", json_boolean(properties->inspects));
    json_object_set_new(header, "measures_time", json_boolean(properties->measures_time));
    json_object_set_new(header, "cooperative", json_boolean(properties->cooperative));
    json_object_set_new(header, "clusters", json_boolean(properties->clusters));
    json_object_set_new(header, "peers", json_boolean(properties->peers));
    json_object_set_new(header, "sandbox", json_from_text(opened->sandbox));
    json_object_set_new(header, "confined", json_boolean(opened->confined));
    json_object_set_new(header, "devices", json_integer(opened->devices));
    return frame_write(fd, MESSAGE_OPENED, header, NULL, 0, CLOCK_NO_DEADLINE, error);
}

bool worker_failure_send(int fd, const struct error *failure, struct error *error)
{
    json_t *header CLEANUP(json_decref) =
        json_pack("{s:i, s:o, s:o}", "code", failure->code, "message", json_from_text(failure->message), "hint",
                  json_from_text(failure->hint));
    return frame_write(fd, MESSAGE_FAILED, header, NULL, 0, CLOCK_NO_DEADLINE, error);
}

bool worker_request_receive(const struct frame *frame, struct worker_request *out_request, struct error *error)
{
    int64_t threads;
    if (frame->type != MESSAGE_OPEN)
        return error_set(error, ERROR_SYNTAX, "the first message must open a device");
    if (!json_get_text(frame->header, "kind", &out_request->kind, error) ||
        !json_get_text_or(frame->header, "architecture", NULL, &out_request->architecture, error) ||
        !json_get_integer_in(frame->header, "threads", 0, 1024, &threads, error))
        return false;
    out_request->threads = (int)threads;
    return true;
}

/* Copies as much as fits. An overlong text from a child is cut. */
static bool copy_text(const json_t *json, const char *key, char *out_text, size_t capacity_bytes, struct error *error)
{
    const char *text;
    if (!json_get_text(json, key, &text, error))
        return false;
    snprintf(out_text, capacity_bytes, "%s", text);
    return true;
}

bool worker_opened_receive(const struct frame *frame, struct worker_opened *out_opened, struct error *error)
{
    struct worker_opened opened = {0};
    struct device_properties *properties = &opened.properties;
    const json_t *header = frame->header;
    int64_t major, minor, sm_count, devices;
    if (frame->type != MESSAGE_OPENED)
        return error_set(error, ERROR_SYNTAX, "the device worker gave an answer that was not asked for");
    if (!copy_text(header, "kind", properties->kind, sizeof properties->kind, error) ||
        !copy_text(header, "name", properties->name, sizeof properties->name, error) ||
        !copy_text(header, "uuid", properties->uuid, sizeof properties->uuid, error) ||
        !copy_text(header, "driver", properties->driver, sizeof properties->driver, error) ||
        !json_get_integer_in(header, "compute_major", 1, 99, &major, error) ||
        !json_get_integer_in(header, "compute_minor", 0, 9, &minor, error) ||
        !json_get_integer_in(header, "sm_count", 1, 4096, &sm_count, error) ||
        !json_get_bool(header, "checks", &properties->checks, error) ||
        !json_get_bool(header, "counts", &properties->counts, error) ||
        !json_get_bool(header, "models_time", &properties->models_time, error) ||
        !json_get_bool(header, "inspects", &properties->inspects, error) ||
        !json_get_bool(header, "measures_time", &properties->measures_time, error) ||
        !json_get_bool(header, "cooperative", &properties->cooperative, error) ||
        !json_get_bool(header, "clusters", &properties->clusters, error) ||
        !json_get_bool(header, "peers", &properties->peers, error) ||
        !copy_text(header, "sandbox", opened.sandbox, sizeof opened.sandbox, error) ||
        !json_get_bool(header, "confined", &opened.confined, error) ||
        !json_get_integer_in(header, "devices", 1, 1024, &devices, error))
        return false;
    opened.devices = (int)devices;
    properties->compute_major = (int)major;
    properties->compute_minor = (int)minor;
    properties->sm_count = (int)sm_count;
    *out_opened = opened;
    return true;
}

void worker_failure_receive(const struct frame *frame, struct error *out_failure)
{
    int64_t code = ERROR_INTERNAL;
    const char *message = "the device worker failed without a reason", *hint = "";
    json_get_integer_in(frame->header, "code", ERROR_MEMORY, ERROR_INTERNAL, &code, NULL);
    json_get_text(frame->header, "message", &message, NULL);
    json_get_text(frame->header, "hint", &hint, NULL);
    CLEANUP(arena_free) struct arena *arena = arena_new();
    /* The worker has no languages: its sentences are told, or plain texts without values. */
    error_set(out_failure, (enum error_code)code, "%s", i18n_text(told_local(arena, message)));
    if (*hint)
        error_add_hint(out_failure, "%s", i18n_text(told_local(arena, hint)));
}
