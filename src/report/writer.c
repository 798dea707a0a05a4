/* The table of report writers. */
#include "report/writers/report_writer.h"

#include <string.h>

static const struct report_writer writers[] = {
#define WRITER(name) {#name, report_write_##name},
#include "report/writers.def"
};

size_t report_writer_count(void)
{
    return sizeof writers / sizeof writers[0];
}

const struct report_writer *report_writer_at(size_t index)
{
    return &writers[index];
}

const struct report_writer *report_writer_find(const char *name)
{
    for (size_t i = 0; i < report_writer_count(); i++)
        if (strcmp(writers[i].name, name) == 0)
            return &writers[i];
    return NULL;
}
