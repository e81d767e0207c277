/* puzzle.c: ratings of puzzles in the page, only in the build for reviews (scripts/wasm.sh). */
#include "page.h"

#include "irori_rating.h"

double PAGE_CALL(page_puzzle_rate)(double at, double error, double drift, uint32_t games, double days, double puzzle,
                                   double puzzle_error, int solved, int what);

/* A number of somebody's rating after a try at a puzzle, so many days after the one before; the puzzle's own rating stays. The
 * rating with no games: of somebody nobody knows. what: 0 at, 1 error, 2 drift. */
double page_puzzle_rate(double at, double error, double drift, uint32_t games, double days, double puzzle, double puzzle_error,
                        int solved, int what)
{
    struct ir_rating two[2] = {{at, error, drift, games}, {puzzle, puzzle_error, drift, 1}};
    const int32_t rank[2] = {!solved, solved != 0};
    if (!games)
        ir_rating_start(&two[0]);
    ir_rating_rest(&two[0], days);
    ir_rating_play(two, 2, rank, 2);
    return what == 0 ? two[0].at : what == 1 ? two[0].error : two[0].drift;
}
