/* sql_text.c: the SQL statements: one text for SQLite and PostgreSQL wherever both understand it. */
#include "sql.h"

#include "core/banned.h"

#define MATCH                                                                                                                  \
    "m.match, m.game, m.rules, m.options, m.seats, m.host, m.created, m.updated, m.stage, m.listed, m.result, m.maker, m.due," \
    " m.turn, m.settings, m.count, m.event"
#define MATCH_INTO                                                                                                             \
    "INSERT INTO matches (match, game, rules, options, seats, host, created, updated, stage, listed, result, settings, deck,"  \
    " secret, due, turn, event, maker)"
#define MATCH_VALUES "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $6"
#define SEAT         "s.seat, s.who, s.name"
#define APPEND                                                                                                                 \
    "INSERT INTO rows (match, seq, sub, time, who, id, text) SELECT $1, $2, $3, $4, $5, $6, $7"                                \
    " WHERE EXISTS (SELECT 1 FROM matches WHERE match = $1) ON CONFLICT DO NOTHING"
/* Our own row is there, byte for byte: what follows from it may be written. */
#define OUR_ROW(match, seq, sub, time, who, id, text)                                                                          \
    "EXISTS (SELECT 1 FROM rows r WHERE r.match = " match " AND r.seq = " seq " AND r.sub = " sub " AND r.time = " time        \
    " AND r.who = " who " AND r.id = " id " AND r.text = " text ")"

/* The earlier of a time and of what was noted when the store had lived so long; 0 if it has not lived that long. */
#define THEN(time, lived)                                                                                                      \
    "(SELECT CASE WHEN c.t < " time " THEN c.t ELSE " time " END FROM (SELECT COALESCE((SELECT k.time FROM clock k"            \
    " WHERE k.lived >= 0 AND k.lived <= " lived " ORDER BY k.lived DESC LIMIT 1), 0) AS t) c)"
/* The person who sits down by SQL_SEATS_SET. */
#define SITTER "CASE seat WHEN 0 THEN $1 WHEN 1 THEN $2 WHEN 2 THEN $3 WHEN 3 THEN $4 WHEN 4 THEN $5 ELSE $6 END"
/* How many of two people block the other. */
#define BLOCKS(a, b)                                                                                                           \
    "(SELECT count(*) FROM ties k WHERE ((k.who = " a " AND k.other = " b ") OR (k.who = " b " AND k.other = " a               \
    ")) AND (k.flags & 4) <> 0)"
/* A person with this token, and until when they are banned. */
#define PERSON(time)                                                                                                           \
    "SELECT p.who, p.name, COALESCE((SELECT b.until FROM bans b WHERE b.who = p.who AND b.place = '' AND b.until > " time      \
    "), 0) FROM tokens t JOIN players p ON p.who = t.who "
/* A ticket that can be paired. */
#define WAITS "match = '' AND sought = $4 AND until >= $5"
/* One device of a person, or all but one. */
#define DEVICE "who = $1 AND CASE WHEN $2 = 0 THEN hash <> $3 ELSE substr(hash, 1, 6) = substr($3, 1, 6) END"
#define SAT    "substr(text, 1, 6) = '@ sit '"
/* Events that somebody made, and those they joined. */
#define JOINED(joined, who, time, match, limit)                                                                                \
    "SELECT " MATCH ", " SEAT " FROM (" joined " UNION SELECT match FROM matches WHERE maker = " who                           \
    ") l JOIN matches m ON m.match = l.match JOIN seats s ON s.match = m.match WHERE m.game = '" STORE_EVENT                   \
    "' AND m.updated <= " time " AND (m.updated < " time " OR m.match > " match                                                \
    ") ORDER BY m.updated DESC, m.match LIMIT " limit
#define GONE STORE_GONE
/* `@ sit SEAT ID NAME` with another id, and without the name; `find` is how a database finds a text in another. */
#define SIT_BLANK(find, id)                                                                                                    \
    "CASE WHEN " SAT " THEN substr(text, 1, 8) || " id " || ' " GONE "' || substr(text, " find "(text || '\n', '\n'))"         \
    " ELSE text END"
/* In SQLite: what stands for somebody in the match of this row. */
#define GHOST "(SELECT d.ghost FROM matches m JOIN ending d ON d.match = m.match WHERE m.number = rows_kept.number)"
/* The rows of people who go. */
#define TO(which) " WHERE " which " IN (SELECT who FROM leaving)"

/* A person who was not seen again an hour after the first visit. */
#define ONCE "seen <= created + 3600000"

#define SIX(a, b, c, d, e, f) " IN (" a ", " b ", " c ", " d ", " e ", " f ")"
#define VERSION_IS(who, version)                                                                                               \
    " AND COALESCE((SELECT v.version FROM ratings v WHERE v.game = $4 AND v.pace = $5 AND v.who = " who "), 0) = " version
/* This request has counted the match. */
#define OURS(match, nonce) "EXISTS (SELECT 1 FROM counted c WHERE c.match = " match " AND c.nonce = " nonce ")"
#define FRIENDS(a, b)                                                                                                          \
    "(SELECT count(*) FROM ties t JOIN ties o ON o.who = t.other AND o.other = t.who WHERE t.who = " a " AND t.other = " b     \
    " AND (t.flags & 1) <> 0 AND (o.flags & 1) <> 0)"
/* A rating that is listed: among friends ($3 = 1, of $4), or for all; STORE_LEADER_... */
#define LISTED(r, f)                                                                                                           \
    r ".game = $1 AND " r ".pace = $2 AND " r ".error <= 110000000 AND " r ".games >= 5 AND CASE WHEN $3 = 0 THEN " r          \
      ".met >= 5 AND COALESCE(" f ".visible, 1) = 2 AND COALESCE(" f ".unlisted, 0) = 0 ELSE " r ".who = $4 OR (COALESCE(" f   \
      ".visible, 1) <> 0 AND " FRIENDS("$4", r ".who") " = 1) END"
#define LEADER(r, p, f)                                                                                                        \
    r ".who, " p ".name, " r ".at, " r ".error, " r ".drift, " r ".games, " r ".time, COALESCE(" f ".crest, -1)"

/* clang-format off */
const struct sql_statement sql_statement[SQL_N] = {
    [SQL_PLAYER_NEW] = {
        "INSERT INTO players (who, name, created) SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM tokens WHERE hash = $4)"
        " ON CONFLICT DO NOTHING", "itib"},
    /* A person without a token was created just now; a token cannot be added to anybody else. */
    [SQL_TOKEN_NEW] = {
        "INSERT INTO tokens (hash, who, created, seen, label) SELECT $1, $2, $3, $3, $4 WHERE EXISTS (SELECT 1 FROM players WHERE"
        " who = $2) AND NOT EXISTS (SELECT 1 FROM tokens WHERE who = $2) ON CONFLICT DO NOTHING", "biit"},
    [SQL_TOKEN_FIND] = {
        PERSON("$1") "WHERE t.hash = $2", "ib"},
    [SQL_TOKEN_SEEN] = {
        "UPDATE tokens SET seen = $1 WHERE hash = $2 AND seen < $1 - 3600000", "ib"},
    [SQL_PLAYER_NAME] = {
        "UPDATE players SET name = $1 WHERE who = $2", "ti"},
    [SQL_CODES_VOID] = {
        "DELETE FROM codes WHERE who = $1", "i"},
    [SQL_CODE_NEW] = {
        "INSERT INTO codes (hash, who, until) SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM players WHERE who = $2)"
        " ON CONFLICT DO NOTHING", "bii"},
    [SQL_PLAYER_IS] = {
        "SELECT who FROM players WHERE who = $1", "i"},
    /* If two devices use a code at once, the second one finds it marked as used. */
    [SQL_CODE_MARK] = {
        "UPDATE codes SET used = $1 WHERE hash = $2 AND until >= $3 AND used IS NULL", "bbi"},
    [SQL_CODE_TOKEN] = {
        "INSERT INTO tokens (hash, who, created, seen, label) SELECT used, who, $1, $1, $2 FROM codes WHERE hash = $3 AND used = $4"
        " ON CONFLICT DO NOTHING", "itbb"},
    [SQL_CODE_DROP] = {
        "DELETE FROM codes WHERE hash = $1 AND (used IS NOT NULL OR until < $2)", "bi"},
    [SQL_MATCH_NEW] = {
        MATCH_INTO " VALUES (" MATCH_VALUES ") ON CONFLICT DO NOTHING", "ttitiiiiiitttbiit"},
    [SQL_SEATS_NEW] = {
        "INSERT INTO seats (match, seat, who, name, updated) SELECT m.match, v.seat, v.who, v.name, m.updated FROM matches m,"
        " (SELECT 0 AS seat, $1 AS who, $2 AS name UNION ALL SELECT 1, $3, $4 UNION ALL SELECT 2, $5, $6 UNION ALL"
        " SELECT 3, $7, $8 UNION ALL SELECT 4, $9, $10 UNION ALL SELECT 5, $11, $12) v"
        " WHERE v.seat < m.seats AND m.match = $13 AND m.secret = $14 AND m.host = $15 AND m.created = $16"
        " ON CONFLICT DO NOTHING", "itititititittbii"},
    [SQL_MATCH_LOAD] = {
        "SELECT " MATCH ", " SEAT ", m.deck, m.secret FROM matches m JOIN seats s ON s.match = m.match"
        " WHERE m.match = $1 ORDER BY s.seat", "t"},
    [SQL_ROWS_LOAD] = {
        "SELECT seq, sub, time, who, id, text FROM rows WHERE match = $1 AND seq >= $2 ORDER BY seq, sub", "ti"},
    [SQL_APPEND] = {
        APPEND, "tiiiiit",
        "INSERT INTO rows_fresh (number, seq, sub, time, who, id, text) SELECT m.number, ?2, ?3, ?4, ?5, ?6, ?7 FROM matches m"
        " WHERE m.match = ?1 AND NOT EXISTS (SELECT 1 FROM rows_kept k WHERE k.number = m.number AND k.seq = ?2 AND k.sub = ?3)"
        " ON CONFLICT DO NOTHING"},
    [SQL_MATCH_SET] = {
        "UPDATE matches SET stage = $1, result = $2, updated = $3, host = $4, listed = $5, due = $6, turn = $7,"
        " count = CASE WHEN count = 2 THEN 2 ELSE $8 END WHERE match = $9 AND " OUR_ROW("$9", "$10", "$11", "$3", "$12", "$13", "$14"), "itiiiiiitiiiit"},
    /* A node that has not heard that somebody was deleted still tells their name: it stays away. */
    [SQL_SEATS_SET] = {
        "UPDATE seats SET who = " SITTER ","
        " name = CASE seat WHEN 0 THEN $7 WHEN 1 THEN $8 WHEN 2 THEN $9 WHEN 3 THEN $10 WHEN 4 THEN $11 ELSE $12 END,"
        " updated = $13 WHERE match = $14 AND " OUR_ROW("$14", "$15", "$16", "$13", "$17", "$18", "$19")
        " AND (who <> 0 OR name <> '" GONE "' OR " SITTER " = 0 OR EXISTS (SELECT 1 FROM players p WHERE p.who = " SITTER "))",
        "iiiiiittttttitiiiit"},
    [SQL_LISTED] = {
        "SELECT " MATCH ", " SEAT " FROM (SELECT * FROM matches WHERE listed = 1 AND stage <> 2 AND stage = $1 AND updated >= "
        THEN("$2", "$3") " ORDER BY updated DESC LIMIT $4) m JOIN seats s ON s.match = m.match"
        " ORDER BY m.updated DESC, m.match, s.seat", "iiii"},
    [SQL_DUE] = {
        "SELECT " MATCH ", " SEAT " FROM (SELECT * FROM matches WHERE stage = 1 AND due <> 0 AND due <= $1 AND due > $2 ORDER BY due LIMIT $3) m"
        " JOIN seats s ON s.match = m.match ORDER BY m.due, m.match, s.seat", "iii"},
    [SQL_HOSTED] = {
        "SELECT count(*) FROM matches WHERE host = $1 AND stage <> 2 AND updated >= " THEN("$2", "$3"), "iii"},
    [SQL_MINE] = {
        "SELECT " MATCH ", " SEAT " FROM (SELECT match FROM seats WHERE who = $1 AND updated <= $2"
        " AND (updated < $2 OR match > $3) ORDER BY updated DESC, match LIMIT $4) l"
        " JOIN matches m ON m.match = l.match JOIN seats s ON s.match = m.match ORDER BY m.updated DESC, m.match, s.seat", "iiti"},
    [SQL_EVENTS] = {
        JOINED("SELECT match FROM rows WHERE who = $1 AND " SAT, "$1", "$2", "$3", "$4"), "iiti",
        JOINED("SELECT k.match FROM rows_kept r JOIN matches k ON k.number = r.number WHERE r.who = ?1 AND " SAT, "?1", "?2", "?3",
               "?4")},
    [SQL_DOOM] = {
        "INSERT INTO doomed (match) SELECT m.match FROM matches m WHERE m.updated < " THEN("$1", "$2") " AND COALESCE((SELECT r.time"
        " FROM rows r WHERE r.match = m.match ORDER BY r.seq DESC, r.sub DESC LIMIT 1), m.updated) < " THEN("$1", "$2")
        " AND m.count <> 1 AND CASE WHEN m.stage = 1 THEN 1 ELSE 0 END = $3 ORDER BY m.updated LIMIT $4 ON CONFLICT DO NOTHING", "iiii",
        "INSERT INTO doomed (match) SELECT m.match FROM matches m WHERE m.updated < " THEN("?1", "?2") " AND COALESCE((SELECT r.time"
        " FROM rows_kept r WHERE r.number = m.number ORDER BY r.seq DESC, r.sub DESC LIMIT 1), m.updated) < " THEN("?1", "?2")
        " AND m.count <> 1 AND CASE WHEN m.stage = 1 THEN 1 ELSE 0 END = ?3 ORDER BY m.updated LIMIT ?4 ON CONFLICT DO NOTHING"},
    [SQL_DOOM_ROWS] = {
        "DELETE FROM rows WHERE match IN (SELECT match FROM doomed)", "",
        "DELETE FROM rows_kept WHERE number IN (SELECT m.number FROM doomed d JOIN matches m ON m.match = d.match)"},
    [SQL_DOOM_SEATS] = {
        "DELETE FROM seats WHERE match IN (SELECT match FROM doomed)", ""},
    [SQL_DOOM_INVITES] = {
        "DELETE FROM invites WHERE match IN (SELECT match FROM doomed)", ""},
    [SQL_DOOM_SEEKS] = {
        "DELETE FROM seeks WHERE until < $1 OR match IN (SELECT match FROM doomed)", "i"},
    [SQL_DOOM_MATCHES] = {
        "DELETE FROM matches WHERE match IN (SELECT match FROM doomed)", ""},
    [SQL_DOOM_END] = {
        "DELETE FROM doomed", ""},
    [SQL_DOOM_CODES] = {
        "DELETE FROM codes WHERE until < $1", "i"},
    /* A slice of those who came once: where the next one begins, if there is one. */
    [SQL_LEAVE_TO] = {
        "SELECT COALESCE((SELECT created FROM tokens WHERE " ONCE " AND created >= $1 AND created < " THEN("$2", "$3")
        " ORDER BY created LIMIT 1 OFFSET $4), 0)", "iiii"},
    [SQL_LEAVE] = {
        "INSERT INTO leaving (who) SELECT t.who FROM (SELECT who, hash FROM tokens WHERE " ONCE " AND created >= $1 AND created < "
        THEN("$2", "$3") " ORDER BY created LIMIT $4) t WHERE NOT EXISTS (SELECT 1 FROM tokens o WHERE o.who = t.who AND"
        " o.hash <> t.hash) AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.who = t.who) AND NOT EXISTS (SELECT 1 FROM matches m"
        " WHERE m.host = t.who AND m.stage <> 2) AND NOT EXISTS (SELECT 1 FROM phrases f WHERE f.who = t.who) AND NOT EXISTS"
        " (SELECT 1 FROM ties k WHERE k.who = t.who) AND NOT EXISTS (SELECT 1 FROM ties k WHERE k.other = t.who AND"
        " (k.flags & 1) <> 0) ON CONFLICT DO NOTHING", "iiii"},
    [SQL_LEAVE_CODES] = {
        "DELETE FROM codes" TO("who"), ""},
    [SQL_LEAVE_TOKENS] = {
        "DELETE FROM tokens" TO("who") " AND " ONCE, ""},
    /* Who came back meanwhile stays, with everything. */
    [SQL_LEAVE_STAY] = {
        "DELETE FROM leaving WHERE EXISTS (SELECT 1 FROM tokens t WHERE t.who = leaving.who)", ""},
    [SQL_LEAVE_PHRASES] = {
        "DELETE FROM phrases" TO("who"), ""},
    [SQL_LEAVE_TIES] = {
        "DELETE FROM ties" TO("who"), ""},
    [SQL_LEAVE_TIED] = {
        "DELETE FROM ties" TO("other"), ""},
    [SQL_LEAVE_INVITES] = {
        "DELETE FROM invites" TO("guest"), ""},
    [SQL_LEAVE_INVITED] = {
        "DELETE FROM invites" TO("host"), ""},
    [SQL_LEAVE_SEEKS] = {
        "DELETE FROM seeks" TO("who"), ""},
    [SQL_LEAVE_PUSHES] = {
        "DELETE FROM pushes" TO("who"), ""},
    [SQL_LEAVE_REPORTS] = {
        "DELETE FROM reports" TO("who") " OR other IN (SELECT who FROM leaving)", ""},
    [SQL_LEAVE_BANS] = {
        "DELETE FROM bans" TO("who"), ""},
    [SQL_LEAVE_PLAYERS] = {
        "DELETE FROM players" TO("who") " AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.who ="
        " players.who)", ""},
    [SQL_LEAVE_END] = {
        "DELETE FROM leaving", ""},
    [SQL_CLOCK_NOTE] = {
        "INSERT INTO clock (lived, time) VALUES ($1, $2) ON CONFLICT DO NOTHING", "ii"},
    [SQL_CLOCK_READ] = {
        "SELECT COALESCE((SELECT lived FROM clock WHERE lived >= 0 ORDER BY lived DESC LIMIT 1), 0)", ""},
    [SQL_PING] = {
        "INSERT INTO clock (lived, time) VALUES (-1, $1) ON CONFLICT (lived) DO UPDATE SET time = excluded.time", "i"},

    /* ---- people, and each other ---- */

    /* Somebody else's phrase is not taken over. */
    [SQL_PHRASE_SET] = {
        "INSERT INTO phrases (who, hash, time) SELECT $1, $2, $3 WHERE EXISTS (SELECT 1 FROM players WHERE who = $1) AND NOT EXISTS"
        " (SELECT 1 FROM phrases f WHERE f.hash = $2 AND f.who <> $1) ON CONFLICT (who) DO UPDATE SET hash = excluded.hash,"
        " time = excluded.time", "ibi"},
    [SQL_PHRASE_TOKEN] = {
        "INSERT INTO tokens (hash, who, created, seen, label) SELECT $1, who, $2, $2, $3 FROM phrases WHERE hash = $4"
        " ON CONFLICT DO NOTHING", "bitb"},
    [SQL_PHRASE_FIND] = {
        PERSON("$1") "JOIN phrases f ON f.who = t.who WHERE t.hash = $2 AND f.hash = $3", "ibb"},
    [SQL_PHRASE_SINCE] = {
        "SELECT COALESCE((SELECT time FROM phrases WHERE who = $1), 0)", "i"},
    [SQL_DEVICES] = {
        "SELECT hash, label, created, seen, (SELECT p.created FROM players p WHERE p.who = $1) FROM tokens WHERE who = $1 ORDER BY seen DESC, hash LIMIT $2", "ii"},
    [SQL_DEVICE_PUSHES] = {
        "DELETE FROM pushes WHERE who = $1 AND device IN (SELECT hash FROM tokens WHERE " DEVICE ")", "iib"},
    [SQL_DEVICE_END] = {
        "DELETE FROM tokens WHERE " DEVICE, "iib"},
    /* An id that stands for this person in each game they had a part in: another one in each, and none that tells who it was. */
    [SQL_END_FIND] = {
        "INSERT INTO ending (match, ghost) SELECT x.match, hashtextextended(x.match || CAST(random() AS TEXT) ||"
        " CAST(clock_timestamp() AS TEXT), 0) | 1 FROM (SELECT match FROM seats WHERE who = $1 UNION SELECT match FROM matches WHERE"
        " host = $1 UNION SELECT match FROM matches WHERE maker = $1 UNION SELECT match FROM rows WHERE who = $1 AND " SAT ") x"
        " ON CONFLICT DO NOTHING", "i",
        "INSERT INTO ending (match, ghost) SELECT x.match, random() | 1 FROM (SELECT match FROM seats WHERE who = ?1 UNION SELECT"
        " match FROM matches WHERE host = ?1 UNION SELECT match FROM matches WHERE maker = ?1 UNION SELECT m.match FROM rows_kept r"
        " JOIN matches m ON m.number = r.number WHERE r.who = ?1 AND " SAT ") x WHERE true ON CONFLICT DO NOTHING"},
    [SQL_END_ROWS] = {
        "UPDATE rows SET who = e.ghost, text = " SIT_BLANK("strpos", "lpad(to_hex(e.ghost), 16, '0')")
        " FROM ending e WHERE rows.match = e.match AND rows.who = $1", "i",
        "UPDATE rows_kept SET who = " GHOST ", text = " SIT_BLANK("instr", "printf('%016llx', " GHOST ")")
        " WHERE who = ?1 AND number IN (SELECT m.number FROM ending d JOIN matches m ON m.match = d.match)"},
    [SQL_END_HOST] = {
        "UPDATE matches SET host = CASE host WHEN $1 THEN e.ghost ELSE host END, maker = CASE maker WHEN $1 THEN e.ghost ELSE maker"
        " END FROM ending e WHERE matches.match = e.match AND (host = $1 OR maker = $1)", "i"},
    [SQL_END_SEATS] = {
        "UPDATE seats SET who = 0, name = '" GONE "' WHERE who = $1", "i"},
    [SQL_END_END] = {
        "DELETE FROM ending", ""},
    [SQL_END_LEAVING] = {
        "INSERT INTO leaving (who) VALUES ($1) ON CONFLICT DO NOTHING", "i"},
    [SQL_END_TOKENS] = {
        "DELETE FROM tokens WHERE who = $1", "i"},
    [SQL_TIE_SET] = {
        "INSERT INTO ties (who, other, flags, time) SELECT $1, $2, $3, $4 WHERE $3 <> 0 AND (SELECT count(*) FROM players WHERE who IN"
        " ($1, $2)) = 2 AND (EXISTS (SELECT 1 FROM ties k WHERE k.who = $1 AND k.other = $2) OR (SELECT count(*) FROM ties k WHERE"
        " k.who = $1) < $5) ON CONFLICT (who, other) DO UPDATE SET flags = excluded.flags, time = CASE WHEN ties.flags ="
        " excluded.flags THEN ties.time ELSE excluded.time END", "iiiii"},
    [SQL_TIE_END] = {
        "DELETE FROM ties WHERE who = $1 AND other = $2", "ii"},
    [SQL_TIE_INVITES] = {
        "DELETE FROM invites WHERE (guest = $1 AND host = $2) OR (guest = $2 AND host = $1)", "ii"},
    [SQL_TIE_CHECK] = {
        "SELECT (SELECT count(*) FROM players WHERE who IN ($1, $2)),"
        " COALESCE((SELECT flags FROM ties WHERE who = $1 AND other = $2), 0)", "ii"},
    /* What others think of this person is not told, except that they want to be friends. */
    [SQL_TIES] = {
        "SELECT x.other, p.name, x.time, x.mine, x.theirs FROM (SELECT t.other, CASE WHEN (o.flags & 1) <> 0 AND o.time > t.time"
        " THEN o.time ELSE t.time END AS time, t.flags AS mine, COALESCE(o.flags, 0) & 1 AS theirs FROM ties t LEFT JOIN ties o"
        " ON o.who = t.other AND o.other = t.who WHERE t.who = $1 UNION ALL SELECT a.who, a.time, 0, 1 FROM (SELECT k.who, k.time"
        " FROM ties k WHERE k.other = $1 AND (k.flags & 1) <> 0 AND NOT EXISTS (SELECT 1 FROM ties n WHERE n.who = $1 AND n.other ="
        " k.who) ORDER BY k.time DESC LIMIT $2) a) x JOIN players p ON p.who = x.other ORDER BY x.time DESC, x.other", "ii"},
    [SQL_INVITE] = {
        "INSERT INTO invites (match, guest, host, time) SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM matches WHERE match = $1)"
        " AND (SELECT count(*) FROM players WHERE who IN ($2, $3)) = 2 AND " BLOCKS("$2", "$3") " = 0 ON CONFLICT DO NOTHING", "tiii"},
    [SQL_INVITE_CHECK] = {
        "SELECT (SELECT count(*) FROM matches WHERE match = $1) + (SELECT count(*) FROM players WHERE who IN ($2, $3)), "
        BLOCKS("$2", "$3"), "tii"},
    [SQL_INVITES] = {
        "SELECT " MATCH ", " SEAT ", i.host, COALESCE(p.name, ''), i.time FROM (SELECT v.match, v.host, v.time FROM invites v JOIN"
        " matches o ON o.match = v.match WHERE v.guest = $1 AND o.stage <> 2 ORDER BY v.time DESC, v.match LIMIT $2) i JOIN matches m"
        " ON m.match = i.match JOIN seats s ON s.match = m.match LEFT JOIN players p ON p.who = i.host"
        " ORDER BY i.time DESC, m.match, s.seat", "ii"},
    [SQL_INVITE_END] = {
        "DELETE FROM invites WHERE guest = $1 AND match = $2", "it"},

    /* ---- somebody to play with: one node at a time (SQL_PAIR_LOCK), so that each statement sees what the last one did ---- */

    [SQL_SEEK] = {
        "INSERT INTO seeks (who, name, sought, node, time, until, match) VALUES ($1, $2, $3, $4, $5, $6, '') ON CONFLICT (who) DO"
        " UPDATE SET name = excluded.name, node = excluded.node, until = excluded.until, sought = excluded.sought, time = CASE WHEN"
        " seeks.sought = excluded.sought AND seeks.until >= excluded.time THEN seeks.time ELSE excluded.time END"
        " WHERE seeks.match = ''", "ittiii"},
    [SQL_SEEK_PAIRED] = {
        "SELECT match FROM seeks WHERE who = $1 AND match <> ''", "i"},
    [SQL_SEEK_FIND] = {
        "SELECT o.who, o.name FROM seeks o WHERE o.match = '' AND o.sought = $1 AND o.until >= $2 AND o.who <> $3 AND "
        BLOCKS("$3", "o.who") " = 0 ORDER BY o.time, o.who LIMIT 1", "tii"},
    [SQL_PAIR] = {
        "UPDATE seeks SET match = $1 WHERE who IN ($2, $3) AND " WAITS " AND (SELECT count(*) FROM seeks WHERE who IN ($2, $3) AND "
        WAITS ") = 2 AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.match = $1)", "tiiti"},
    [SQL_PAIR_MATCH] = {
        MATCH_INTO " SELECT " MATCH_VALUES " WHERE (SELECT count(*) FROM seeks s WHERE s.who IN ($18, $19) AND s.match = $1) = 2"
        " ON CONFLICT DO NOTHING", "ttitiiiiiitttbiitii"},
    [SQL_PAIR_CHECK] = {
        "SELECT count(*) FROM seeks WHERE who IN ($1, $2) AND match = $3", "iit"},
    [SQL_UNSEEK] = {
        "DELETE FROM seeks WHERE who = $1 AND match = $2", "it"},

    /* ---- subscriptions, and the owner's ---- */

    [SQL_PUSH_SET] = {
        "INSERT INTO pushes (endpoint, who, device, keys, time) SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM tokens WHERE"
        " hash = $3 AND who = $2) ON CONFLICT (endpoint) DO UPDATE SET who = excluded.who, device = excluded.device, keys ="
        " excluded.keys, time = excluded.time", "tibti"},
    [SQL_PUSH_CUT] = {
        "DELETE FROM pushes WHERE who = $1 AND (time, endpoint) < (SELECT k.time, k.endpoint FROM pushes k WHERE k.who = $1"
        " ORDER BY k.time DESC, k.endpoint DESC LIMIT 1 OFFSET $2 - 1)", "ii"},
    [SQL_PUSHES] = {
        "SELECT endpoint, keys, time FROM pushes WHERE who = $1 ORDER BY time DESC, endpoint DESC LIMIT $2", "ii"},
    [SQL_PUSH_DROP] = {
        "DELETE FROM pushes WHERE endpoint = $1 AND ($2 = 0 OR who = $2)", "ti"},
    [SQL_VALUE_SET] = {
        "INSERT INTO named (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", "tt"},
    [SQL_VALUE] = {
        "SELECT value FROM named WHERE name = $1", "t"},
    [SQL_REPORT] = {
        "INSERT INTO reports (time, who, other, match, text) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING", "iiitt"},
    [SQL_REPORT_CUT] = {
        "DELETE FROM reports WHERE (time, who, other) < (SELECT k.time, k.who, k.other FROM reports k ORDER BY k.time DESC, k.who DESC,"
        " k.other DESC LIMIT 1 OFFSET $1 - 1)", "i"},
    [SQL_REPORTS] = {
        "SELECT r.who, COALESCE(a.name, ''), r.other, COALESCE(b.name, ''), r.match, r.text, r.time FROM reports r LEFT JOIN players a"
        " ON a.who = r.who LEFT JOIN players b ON b.who = r.other ORDER BY r.time DESC, r.who DESC, r.other DESC LIMIT $1", "i"},
    [SQL_BAN] = {
        "INSERT INTO bans (who, place, until, why, time) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (who, place) DO UPDATE SET"
        " until = excluded.until, why = excluded.why, time = excluded.time", "ititi"},
    [SQL_BAN_END] = {
        "DELETE FROM bans WHERE who = $1 AND place = $2", "it"},
    [SQL_BANS] = {
        "SELECT b.who, COALESCE(p.name, ''), b.place, b.until, b.why, b.time FROM bans b LEFT JOIN players p ON p.who = b.who"
        " WHERE b.until > $1 ORDER BY b.time DESC, b.who, b.place LIMIT $2", "ii"},
    [SQL_LOG] = {
        "INSERT INTO owner_log (time, text) VALUES ($1, $2) ON CONFLICT DO NOTHING", "it"},
    [SQL_LOG_CUT] = {
        "DELETE FROM owner_log WHERE (time, text) < (SELECT k.time, k.text FROM owner_log k ORDER BY k.time DESC, k.text DESC LIMIT 1"
        " OFFSET $1 - 1)", "i"},
    [SQL_LOGGED] = {
        "SELECT text, time FROM owner_log ORDER BY time DESC, text DESC LIMIT $1", "i"},
    /* By the device that was seen last. */
    [SQL_PEOPLE] = {
        "SELECT p.who, p.name, p.created, t.seen FROM tokens t JOIN players p ON p.who = t.who WHERE strpos(lower(p.name), lower($1))"
        " > 0 AND NOT EXISTS (SELECT 1 FROM tokens o WHERE o.who = t.who AND (o.seen > t.seen OR (o.seen = t.seen AND o.hash >"
        " t.hash))) ORDER BY t.seen DESC, p.who LIMIT $2", "ti",
        "SELECT p.who, p.name, p.created, t.seen FROM tokens t JOIN players p ON p.who = t.who WHERE instr(lower(p.name), lower(?1))"
        " > 0 AND NOT EXISTS (SELECT 1 FROM tokens o WHERE o.who = t.who AND (o.seen > t.seen OR (o.seen = t.seen AND o.hash >"
        " t.hash))) ORDER BY t.seen DESC, p.who LIMIT ?2"},

    /* ---- ratings and profiles: SQL_COUNT and the steps after it by one node at a time (SQL_PAIR_LOCK) ---- */

    [SQL_PLAYED] = {
        "SELECT " MATCH ", " SEAT " FROM (SELECT * FROM matches WHERE count = 1 ORDER BY updated LIMIT $1) m"
        " JOIN seats s ON s.match = m.match ORDER BY m.updated, m.match, s.seat", "i"},
    /* The versions first: if somebody counts a game between these statements, they are too old. */
    [SQL_STANDING] = {
        "SELECT who, at, error, drift, games, time, version FROM ratings WHERE game = $1 AND pace = $2 AND who"
        SIX("$3", "$4", "$5", "$6", "$7", "$8"), "ttiiiiii"},
    [SQL_STANDING_MET] = {
        "SELECT x.who, y.who, count(*) FROM played x JOIN played y ON y.match = x.match WHERE x.rated = 1 AND x.rank >= 0 AND"
        " x.game = $1 AND x.pace = $2 AND x.who" SIX("$3", "$4", "$5", "$6", "$7", "$8") " AND y.who"
        SIX("$3", "$4", "$5", "$6", "$7", "$8") " AND x.who <> 0 AND y.who <> 0 AND x.who <> y.who AND x.time >= $9 AND"
        " x.time < $9 + 86400000 GROUP BY x.who, y.who", "ttiiiiiii"},
    [SQL_STANDING_LATE] = {
        "SELECT who, count(*) FROM played WHERE rated = 1 AND late = 1 AND game = $1 AND pace = $2 AND who"
        SIX("$3", "$4", "$5", "$6", "$7", "$8") " AND who <> 0 AND time > $9 - 604800000 AND time <= $9 GROUP BY who", "ttiiiiiii"},
    [SQL_COUNT] = {
        "INSERT INTO counted (match, number, time, nonce) SELECT $1, COALESCE((SELECT max(number) FROM counted), 0) + 1, $2, $3"
        " WHERE EXISTS (SELECT 1 FROM matches WHERE match = $1 AND count = 1)" VERSION_IS("$6", "$7") VERSION_IS("$8", "$9")
        VERSION_IS("$10", "$11") VERSION_IS("$12", "$13") VERSION_IS("$14", "$15") VERSION_IS("$16", "$17")
        " AND (SELECT count(*) FROM players WHERE who" SIX("$6", "$8", "$10", "$12", "$14", "$16") ") = $18 ON CONFLICT DO NOTHING",
        "tiittiiiiiiiiiiiii"},
    [SQL_COUNT_MATCH] = {
        "UPDATE matches SET count = 2 WHERE match = $1 AND " OURS("$1", "$2"), "ti"},
    [SQL_COUNT_PLAYED] = {
        "INSERT INTO played (match, seat, who, bot, game, pace, time, rated, rank, late, was, at, error) SELECT $1, $2, CASE WHEN"
        " g.n = 0 THEN 0 ELSE $3 END, CASE WHEN g.n = 0 AND $3 <> 0 THEN '" GONE "' ELSE $4 END, $5, $6, $7, $8, $9, $10, $11, $12,"
        " $13 FROM (SELECT count(*) AS n FROM players WHERE who = $3) g WHERE " OURS("$1", "$14") " ON CONFLICT DO NOTHING",
        "tiitttiiiiiiii"},
    /* How many different people they have met is counted as far as the list of leaders needs it. */
    [SQL_COUNT_RATING] = {
        "INSERT INTO ratings (who, game, pace, at, error, drift, games, met, time, version) SELECT $1, $2, $3, $4, $5, $6, $7,"
        " CASE WHEN COALESCE((SELECT o.met FROM ratings o WHERE o.who = $1 AND o.game = $2 AND o.pace = $3), 0) >= 5 THEN 5 ELSE"
        " (SELECT count(DISTINCT y.who) FROM played x JOIN played y ON y.match = x.match WHERE x.who = $1 AND x.game = $2 AND"
        " x.pace = $3 AND x.rated = 1 AND x.rank >= 0 AND y.who <> $1 AND y.who <> 0) END, $8, $9 + 1 WHERE EXISTS (SELECT 1 FROM"
        " players WHERE who = $1) AND " OURS("$10", "$11") " ON CONFLICT (who, game, pace) DO UPDATE SET at = excluded.at, error ="
        " excluded.error, drift = excluded.drift, games = excluded.games, met = excluded.met, time = excluded.time, version ="
        " excluded.version WHERE ratings.version = $9", "ittiiiiiiti"},
    [SQL_COUNT_STATS] = {
        "INSERT INTO stats (who, game, games, wins, streak, best) SELECT $1, $2, 1, $3, $3, $3 WHERE EXISTS (SELECT 1 FROM players"
        " WHERE who = $1) AND " OURS("$4", "$5") " ON CONFLICT (who, game) DO UPDATE SET games = stats.games + 1, wins = stats.wins"
        " + excluded.wins, streak = CASE WHEN excluded.wins = 1 THEN stats.streak + 1 ELSE 0 END, best = CASE WHEN excluded.wins ="
        " 1 AND stats.streak + 1 > stats.best THEN stats.streak + 1 ELSE stats.best END", "ititi"},
    [SQL_COUNT_NUMBER] = {
        "SELECT number FROM counted WHERE match = $1 AND nonce = $2", "ti"},
    /* Whoever repeats the request finds it done. */
    [SQL_COUNT_END] = {
        "UPDATE counted SET nonce = 0 WHERE match = $1 AND nonce = $2", "ti"},
    [SQL_PROFILE] = {
        "SELECT p.who, p.name, p.created, COALESCE(f.crest, -1), COALESCE(f.visible, 1), COALESCE(f.unlisted, 0), "
        FRIENDS("$1", "$2") ", " BLOCKS("$1", "$2") " FROM players p LEFT JOIN profiles f ON f.who = p.who WHERE p.who = $1", "ii"},
    [SQL_PROFILE_RATINGS] = {
        "SELECT game, pace, at, error, drift, games, met, time FROM ratings WHERE who = $1 ORDER BY game, pace", "i"},
    [SQL_PROFILE_STATS] = {
        "SELECT game, games, wins, streak, best FROM stats WHERE who = $1 ORDER BY game", "i"},
    [SQL_PROFILE_GAMES] = {
        "SELECT x.match, x.seat, x.who, COALESCE(p.name, x.bot), x.game, x.pace, x.time, x.rated, x.rank, x.late, x.was, x.at,"
        " x.error FROM (SELECT match, time FROM played WHERE who = $1 AND time <= $2 AND (time < $2 OR match > $3) ORDER BY time"
        " DESC, match LIMIT $4) l JOIN played x ON x.match = l.match LEFT JOIN players p ON p.who = x.who ORDER BY l.time DESC,"
        " x.match, x.seat", "iiti"},
    [SQL_PROFILE_SET] = {
        "INSERT INTO profiles (who, crest, visible, unlisted) SELECT $1, $2, CASE WHEN $3 < 0 THEN 1 ELSE $3 END, 0 WHERE EXISTS"
        " (SELECT 1 FROM players WHERE who = $1) ON CONFLICT (who) DO UPDATE SET crest = CASE WHEN $2 < 0 THEN profiles.crest ELSE"
        " $2 END, visible = CASE WHEN $3 < 0 THEN profiles.visible ELSE $3 END", "iii"},
    [SQL_LEADERS] = {
        "SELECT " LEADER("r", "p", "f") " FROM ratings r JOIN players p ON p.who = r.who LEFT JOIN profiles f ON f.who = r.who"
        " WHERE " LISTED("r", "f") " ORDER BY r.at DESC, r.who LIMIT $5", "ttiii"},
    [SQL_LEADERS_ME] = {
        "SELECT " LEADER("m", "p", "g") ", 1 + (SELECT count(*) FROM ratings r LEFT JOIN profiles f ON f.who = r.who WHERE "
        LISTED("r", "f") " AND r.at >= (m.at + 500000) / 1000000 * 1000000 + 500000) FROM ratings m JOIN players p ON p.who = m.who"
        " LEFT JOIN profiles g ON g.who = m.who WHERE m.who = $4 AND " LISTED("m", "g"), "ttii"},
    [SQL_RATING_END] = {
        "UPDATE ratings SET at = 1500000000, error = 350000000, drift = 60000000, games = 0, met = 0, version = version + 1"
        " WHERE who = $1 AND ($2 = '' OR game = $2)", "it"},
    [SQL_UNLIST] = {
        "INSERT INTO profiles (who, crest, visible, unlisted) SELECT $1, -1, 1, $2 WHERE EXISTS (SELECT 1 FROM players WHERE who ="
        " $1) ON CONFLICT (who) DO UPDATE SET unlisted = excluded.unlisted", "ii"},
    [SQL_LEAVE_PROFILES] = {
        "DELETE FROM profiles" TO("who"), ""},
    [SQL_LEAVE_RATINGS] = {
        "DELETE FROM ratings" TO("who"), ""},
    [SQL_LEAVE_STATS] = {
        "DELETE FROM stats" TO("who"), ""},
    [SQL_LEAVE_PLAYED] = {
        "UPDATE played SET who = 0, bot = '" GONE "', was = 0, at = 0, error = 0" TO("who"), ""},

    /* ---- PostgreSQL's ---- */

    [SQL_PAIR_LOCK] = {
        "SELECT pg_advisory_xact_lock(7597694022)", ""},
    [SQL_LOCK] = {
        "SELECT CAST(CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END AS BIGINT)", "i"},
    [SQL_UNLOCK] = {
        "SELECT CAST(CASE WHEN pg_advisory_unlock($1) THEN 1 ELSE 0 END AS BIGINT)", "i"},
    [SQL_NOTIFY] = {
        "SELECT pg_notify('irori', $1)", "t"},
    /* Only a row that is really there is told: another node takes it over as it is. */
    [SQL_APPEND_TOLD] = {
        "WITH row AS (" APPEND " RETURNING 1) SELECT pg_notify('irori', $8) FROM row", "tiiiiitt"},
};
/* clang-format on */
