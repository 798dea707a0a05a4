/* Adds up the models of several devices. */
#include "grader/time/modelled/model_devices.h"

#include <math.h>

/* `to` has room for DEVICE_STORED_MAX. Buffers of two devices are never the same. */
static void append(struct device_stored *to, int *count, const struct device_stored *from, int from_count)
{
    for (int i = 0; i < from_count && *count < DEVICE_STORED_MAX; i++)
        to[(*count)++] = from[i];
}

static void add_times(const struct device_model *one, struct device_model *sum)
{
    double alone_ns = sum->alone_ns + one->alone_ns;
    if (alone_ns > 0)
        sum->error = (sum->error * sum->alone_ns + one->error * one->alone_ns) / alone_ns;
    sum->alone_ns = alone_ns;
    sum->elapsed_ns = fmax(sum->elapsed_ns, one->elapsed_ns);
    for (int i = 0; i < one->term_count; i++) {
        sum->terms[i].name = one->terms[i].name;
        sum->terms[i].ns += one->terms[i].ns;
    }
    sum->term_count = one->term_count > sum->term_count ? one->term_count : sum->term_count;
}

static void add_counts(const struct device_model *one, struct device_model *sum)
{
    sum->launches += one->launches;
    sum->copies += one->copies;
    sum->joules += one->joules;
    sum->joules_error = fmax(sum->joules_error, one->joules_error);
    sum->dram_bytes += one->dram_bytes;
    sum->l2_bytes += one->l2_bytes;
    sum->link_bytes += one->link_bytes;
    sum->run_work += one->run_work;
    sum->issued += one->issued;
    sum->issued_doubt += one->issued_doubt;
    sum->sectors += one->sectors;
    append(sum->stored, &sum->stored_count, one->stored, one->stored_count);
}

/* An idle device has no knowledge and misses nothing. */
static void add_knowledge(const struct device_model *one, struct device_model *sum)
{
    sum->reads_earlier |= one->reads_earlier;
    sum->depends_on_unsampled_blocks |= one->depends_on_unsampled_blocks;
    sum->unsampled_blocks_decide |= one->unsampled_blocks_decide;
    sum->writes_variables |= one->writes_variables;
    if (!one->launches)
        return;
    sum->ran_whole &= one->ran_whole;
}

static const struct device_model *longest_of(const struct device_model *models, int count)
{
    const struct device_model *longest = &models[0];
    for (int i = 1; i < count; i++)
        if (models[i].longest_ns > longest->longest_ns)
            longest = &models[i];
    return longest;
}

void model_of_devices(const struct device_model *models, int count, struct device_model *out_model)
{
    const struct device_model *longest = longest_of(models, count);
    *out_model = *longest;
    for (int i = 0; i < count; i++) {
        if (&models[i] == longest)
            continue;
        add_times(&models[i], out_model);
        add_counts(&models[i], out_model);
        add_knowledge(&models[i], out_model);
    }
}
