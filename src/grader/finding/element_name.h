/*
 * Names of elements as the learner's source has them. The virtual GPU counts in units of the
 * access, along one dimension. A float4 at byte 512 of floats is x[128] here. Byte 132 of a shared
 * `float tile[32][33]` is tile[1][0].
 */
#ifndef GRADER_FINDING_ELEMENT_NAME_H
#define GRADER_FINDING_ELEMENT_NAME_H

#include "grader/finding/finding_sentence.h"

/* "tile[1][0]"; the buffer's name alone where no element is known. */
const char *element_name(struct arena *arena, const struct vgpu_finding *finding, const struct finding_view *view);

/* Gives the messages of all findings these names. Memory comes from the observation's arena. */
void element_name_in_messages(struct observation *observation, const struct finding_view *view);

/* Bytes of declared elements that the access takes whole; 0: they are not known to be smaller. */
uint32_t element_name_unit(const struct vgpu_finding *finding, const struct finding_view *view);

#endif
