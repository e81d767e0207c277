/* sizes.h: what the Python package's library has besides libirori. */
#ifndef IR_PYTHON_SIZES_H
#define IR_PYTHON_SIZES_H

#include <stddef.h>

void ir_python_sizes(size_t out[6]); /* of the structs that python/irori/_lib.py describes, in the order of its list */

#endif
