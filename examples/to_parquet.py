#!/usr/bin/env python3
"""to_parquet.py OUT.parquet < LINES: what `irori export` prints, as a Parquet file. Needs pyarrow.

    irori export games/ | python3 examples/to_parquet.py positions.parquet

Columns: record, row, seat, name, move, legal (a list), points and rank of that seat, won (a shared win counts its part), and the
view as JSON text; with --values also value (of the move made) and best (of the best move), as the judge sees them."""
import json
import sys

SCALARS = ("record", "row", "seat", "name", "move")
COLUMNS = SCALARS + ("legal", "points", "rank", "won", "view", "value", "best")


def row_of(line):
    d = json.loads(line)
    row = {key: d[key] for key in SCALARS}
    ranks, seat = d["ranks"], d["seat"]
    row["legal"] = d["view"]["legal"]
    row["points"] = d["points"][seat] if ranks else None
    row["rank"] = ranks[seat] if ranks else None
    row["won"] = (ranks[seat] == 0) / ranks.count(0) if ranks else None
    row["view"] = json.dumps(d["view"], separators=(",", ":"))
    values = {m["move"]: m["value"] for m in d.get("analysis", {}).get("moves", []) if m["samples"]}
    row["value"] = values.get(d["move"])
    row["best"] = max(values.values(), default=None)
    return row


def batches(lines, size=10000):
    rows = []
    for line in lines:
        rows.append(row_of(line))
        if len(rows) == size:
            yield rows
            rows = []
    if rows:
        yield rows


def main(path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {"record": pa.string(), "row": pa.int32(), "seat": pa.int8(), "name": pa.string(), "move": pa.string(), "legal": pa.list_(pa.string()),
             "points": pa.int32(), "rank": pa.int8(), "won": pa.float32(), "view": pa.string(), "value": pa.float64(), "best": pa.float64()}
    schema = pa.schema([(name, kinds[name]) for name in COLUMNS])
    with pq.ParquetWriter(path, schema, compression="zstd") as out:
        for rows in batches(sys.stdin):
            out.write_table(pa.Table.from_pylist(rows, schema=schema))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
