/**
 * Lua scripts of buffered replies, which Redis runs as one step. The time is that of Redis, so clocks of instances make
 * no difference.
 */
const common = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function int(number) return string.format('%.0f', number) end
`;

/** Counts stored bytes. Returns whether the sum is within the limit. */
const counting = `
local function add(key, size, most, ms)
  local sum = redis.call('INCRBY', key, size)
  if sum == size then redis.call('PEXPIRE', key, ms) end
  return sum <= tonumber(most)
end
`;

/**
 * Begins a reply. KEYS: reply, early stop. ARGV: owner, milliseconds until it is deleted. An id can be used once only. A
 * reply whose owner has stopped it before it began is not stored.
 */
export const openScript = `${common}
if redis.call('EXISTS', KEYS[2]) == 1 then return { 'stopped' } end
if redis.call('EXISTS', KEYS[1]) == 1 then return { 'taken' } end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'state', 'open', 'alive', int(now), 'bytes', '0')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return { 'opened' }
`;

/**
 * Adds a piece. KEYS: reply, pieces, bytes of the owner, bytes of all. ARGV: position after the piece, piece, its
 * bytes, maximum bytes of a reply, of an owner and of all, milliseconds for which the last two are counted.
 */
export const appendScript = `${common}${counting}
local f = redis.call('HMGET', KEYS[1], 'state', 'stop')
if f[1] ~= 'open' then return { 'gone' } end
if f[2] then return { 'stopped' } end
local size = tonumber(ARGV[3])
local fits = redis.call('HINCRBY', KEYS[1], 'bytes', size) <= tonumber(ARGV[4])
fits = add(KEYS[3], size, ARGV[5], ARGV[7]) and fits
fits = add(KEYS[4], size, ARGV[6], ARGV[7]) and fits
if not fits then
  redis.call('DEL', KEYS[1], KEYS[2])
  return { 'full' }
end
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], math.max(1, redis.call('PTTL', KEYS[1])))
redis.call('HSET', KEYS[1], 'alive', int(now))
return { 'stored' }
`;

/** Reports that the instance still writes. KEYS: reply. Returns the state and the time since somebody has read. */
export const checkScript = `${common}
local f = redis.call('HMGET', KEYS[1], 'state', 'stop', 'read')
if f[1] ~= 'open' then return { 'gone' } end
if f[2] then return { 'stopped' } end
redis.call('HSET', KEYS[1], 'alive', int(now))
if not f[3] then return { 'open' } end
return { 'open', int(math.max(0, now - tonumber(f[3]))) }
`;

/** Ends a reply. KEYS: reply, pieces. ARGV: state. A reply that was stopped is deleted. */
export const closeScript = `
local f = redis.call('HMGET', KEYS[1], 'state', 'stop')
if f[1] ~= 'open' then return { 'gone' } end
if f[2] or ARGV[1] == 'deleted' then redis.call('DEL', KEYS[1], KEYS[2]) return { 'deleted' } end
redis.call('HSET', KEYS[1], 'state', ARGV[1])
return { 'closed' }
`;

/**
 * Reads pieces behind a position. KEYS: reply, pieces. ARGV: owner, position, maximum number of pieces, milliseconds
 * after which a silent instance counts as ended, maximum bytes. Returns the state, then positions and pieces in turn, at
 * least one if there are any.
 */
export const readScript = `${common}
local f = redis.call('HMGET', KEYS[1], 'owner', 'state', 'stop', 'alive')
if not f[1] or f[1] ~= ARGV[1] or f[3] then return { 'unknown' } end
redis.call('HSET', KEYS[1], 'read', int(now))
local state = f[2]
if state == 'open' and now - tonumber(f[4]) > tonumber(ARGV[4]) then state = 'gone' end
local reply = { state }
local rows = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[2], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[3])
local bytes = 0
for i = 1, #rows, 2 do
  bytes = bytes + #rows[i]
  if i > 1 and bytes > tonumber(ARGV[5]) then break end
  reply[#reply + 1] = rows[i + 1]
  reply[#reply + 1] = rows[i]
end
return reply
`;

/**
 * Stops a reply. KEYS: reply, pieces, early stop, bytes of the owner, bytes of all. ARGV: owner, milliseconds for which the
 * instance that writes it can see that, bytes of an early stop, maximum bytes of an owner and of all, milliseconds for
 * which these are counted. Its text is deleted at once. A stop may overtake its call, so that of an unknown reply is
 * stored for its owner.
 */
export const stopScript = `${counting}
local f = redis.call('HMGET', KEYS[1], 'owner', 'state')
if not f[1] or f[1] ~= ARGV[1] then
  local size = tonumber(ARGV[3])
  local fits = add(KEYS[4], size, ARGV[4], ARGV[6])
  fits = add(KEYS[5], size, ARGV[5], ARGV[6]) and fits
  if fits then redis.call('SET', KEYS[3], '1', 'PX', ARGV[2]) end
  return { 'unknown' }
end
redis.call('DEL', KEYS[2])
if f[2] ~= 'open' then redis.call('DEL', KEYS[1]) return { 'stopped' } end
redis.call('HSET', KEYS[1], 'stop', '1')
redis.call('PEXPIRE', KEYS[1], math.min(redis.call('PTTL', KEYS[1]), tonumber(ARGV[2])))
return { 'stopped' }
`;
