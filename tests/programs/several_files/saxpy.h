#pragma once

void saxpy(int n, float a, const float *x, float *y);
float expected_of(float a, float x, float y);
