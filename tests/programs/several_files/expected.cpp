// Host code without any CUDA, compiled as plain C++.
#include "saxpy.h"

float expected_of(float a, float x, float y)
{
    return a * x + y;
}
