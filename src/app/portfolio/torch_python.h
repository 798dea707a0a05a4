/*
 * The Python and C++ files of an exported exercise, written from its parameters and cases.
 */
#ifndef APP_PORTFOLIO_TORCH_PYTHON_H
#define APP_PORTFOLIO_TORCH_PYTHON_H

#include "base/buffer.h"
#include "curriculum/model.h"

/* "torch.float32". NULL: PyTorch has hardly a function for elements of this type. */
const char *torch_python_type(enum dtype dtype);

/* binding.cpp: checks tensors and calls the host function on PyTorch's stream. */
void torch_python_binding(const struct exercise *exercise, struct buffer *out);

/* module.py: builds the extension, and wraps it as a torch.nn.Module. */
void torch_python_module(const struct exercise *exercise, struct buffer *out);

/* check.py: compares with the formula on each case, then times both. */
void torch_python_check(const struct exercise *exercise, struct buffer *out);

void torch_python_readme(const struct exercise *exercise, struct buffer *out);

#endif
