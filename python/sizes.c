/* sizes.c: how large the structs are that the Python package describes to itself (python/irori/_lib.py), so that it finds out at
 * once if it describes them wrongly. */
#include "sizes.h"

#include "irori_batch.h"
#include "irori_review.h"

void ir_python_sizes(size_t out[6])
{
    out[0] = sizeof(struct ir_game);
    out[1] = sizeof(struct ir_record);
    out[2] = sizeof(struct ir_replay);
    out[3] = sizeof(struct ir_events);
    out[4] = sizeof(struct ir_batch);
    out[5] = sizeof(struct ir_advice);
}
