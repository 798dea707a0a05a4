/* The names of counters, from the tables of the grader and the virtual GPU. */
#include "app/counter_names.h"

#include "base/i18n.h"
#include "grader/grader.h"

bool counter_names_at(size_t index, struct counter_name *out_name)
{
    *out_name = (struct counter_name){.metric = "", .is_ratio = index >= VGPU_COUNTER_COUNT};
    if (out_name->is_ratio) {
        bool is_there = grader_derived_counter(index - VGPU_COUNTER_COUNT, &out_name->exact, &out_name->plain);
        out_name->plain = is_there ? _(out_name->plain) : NULL;
        return is_there;
    }
    const struct vgpu_counter_description *counter = vgpu_counter_describe((enum vgpu_counter)index);
    *out_name = (struct counter_name){.plain = _(counter->plain), .exact = counter->name, .metric = counter->metric};
    return true;
}
