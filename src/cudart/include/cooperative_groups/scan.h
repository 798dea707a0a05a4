/* Declared with the groups. */
#include "../cooperative_groups.h"
