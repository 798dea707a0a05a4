/* Any bytes as a device worker's answer: refused with a reason, or an observation that survives. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "device/observation.h"

#include "base/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error error = {0};
    CLEANUP(json_decref) json_t *json = json_read((const char *)data, size, &error);
    if (!json)
        return 0;
    CLEANUP(observation_free) struct observation *read = observation_from_json(json, &error);
    if (!read) {
        if (error.code == ERROR_NONE)
            abort();
        return 0;
    }
    CLEANUP(json_decref) json_t *again = observation_to_json(read);
    CLEANUP(observation_free) struct observation *second = observation_from_json(again, &error);
    if (!second)
        abort();
    return 0;
}
