/**
 * Lua scripts that Redis runs as one step. https://redis.io/docs/latest/develop/programmability/eval-intro/
 *
 * The time is that of Redis, so clocks of instances make no difference. A value that is not a count stops a script
 * before it writes anything: the call is then judged as without a store.
 */
const common = `
local time = redis.call('TIME')
local sec = tonumber(time[1])
local now = sec * 1000 + math.floor(tonumber(time[2]) / 1000)
local function count(text)
  if not text then return 0 end
  if #text > 16 or not string.match(text, '^%d+$') then error('not a count') end
  return tonumber(text)
end
local function int(number) return string.format('%.0f', math.min(number, 9007199254740991)) end
local function monthOf(days)
  local z = days + 719468
  local era = math.floor(z / 146097)
  local doe = z - era * 146097
  local yoe = math.floor((doe - math.floor(doe / 1460) + math.floor(doe / 36524) - math.floor(doe / 146096)) / 365)
  local doy = doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))
  local mp = math.floor((5 * doy + 2) / 153)
  local month = mp < 10 and mp + 3 or mp - 9
  return (yoe + era * 400 + (month <= 2 and 1 or 0)) * 12 + month - 1
end
-- A clock that a failover sets back by a moment must not begin an earlier period.
local function period(stored, current)
  if stored == current + 1 then return stored end
  return current
end
local function readUsed(key)
  local f = redis.call('HMGET', key, 'day', 'dayTokens', 'month', 'monthTokens', 'money')
  local today = math.floor(sec / 86400)
  local day, dayTokens, month, monthTokens, money = count(f[1]), count(f[2]), count(f[3]), count(f[4]), count(f[5])
  if (f[2] and not f[1]) or ((f[4] or f[5]) and not f[3]) then error('not a count') end
  local u = { day = period(day, today) }
  -- The month follows from the day: a clock that was far ahead once must not count for months that have not begun.
  u.month = monthOf(u.day)
  u.dayTokens = day == u.day and dayTokens or 0
  u.monthTokens = month == u.month and monthTokens or 0
  u.money = month == u.month and money or 0
  return u
end
local function add(key, u, day, month, tokens, money)
  if day == u.day then u.dayTokens = math.max(0, u.dayTokens + tokens) end
  if month == u.month then
    u.monthTokens = math.max(0, u.monthTokens + tokens)
    u.money = math.max(0, u.money + money)
  end
  redis.call('HSET', key, 'day', int(u.day), 'dayTokens', int(u.dayTokens), 'month', int(u.month),
    'monthTokens', int(u.monthTokens), 'money', int(u.money))
  redis.call('EXPIRE', key, 3456000)
end
local function exhausted(u, tokensPerDay, tokensPerMonth, moneyPerMonth)
  if moneyPerMonth >= 0 and u.money >= moneyPerMonth then return 'money-month' end
  if tokensPerMonth >= 0 and u.monthTokens >= tokensPerMonth then return 'tokens-month' end
  if tokensPerDay >= 0 and u.dayTokens >= tokensPerDay then return 'tokens-day' end
  return nil
end
`;

/**
 * Checks and counts a call. KEYS: minute, slots, used, revoked. ARGV: code, call id, calls per minute, replies at once,
 * tokens per day and month, money per month (each -1 if not limited), milliseconds of a slot, tokens and money to reserve.
 */
export const admitScript = `${common}
local perMinute, atOnce = tonumber(ARGV[3]), tonumber(ARGV[4])
local entry = redis.call('HGET', KEYS[4], ARGV[1])
if entry then
  local ends = string.match(entry, '^%d+ (%d+)$')
  if not ends or tonumber(ends) == 0 or tonumber(ends) > sec then return { 'refused', 'revoked', '-1' } end
end
local u = readUsed(KEYS[3])
local spent = exhausted(u, tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]))
if spent then return { 'refused', spent, int(now), int(u.day), int(u.month) } end
if atOnce >= 0 then
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', int(now))
  -- A slot in the far future would never end.
  redis.call('ZREMRANGEBYSCORE', KEYS[2], int(now + 2 * tonumber(ARGV[8])), '+inf')
  if redis.call('ZCARD', KEYS[2]) >= atOnce then return { 'refused', 'at-once', '5' } end
end
local left = -1
if perMinute >= 0 then
  local fields = redis.call('HGETALL', KEYS[1])
  local sum, old, recent = 0, {}, {}
  for i = 1, #fields, 2 do
    local second = tonumber(fields[i])
    if not second then error('not a count') end
    if second <= sec - 61 or second > sec + 60 then
      old[#old + 1] = fields[i]
    else
      recent[#recent + 1] = { second, count(fields[i + 1]) }
      sum = sum + recent[#recent][2]
    end
  end
  if sum >= perMinute then
    table.sort(recent, function(one, other) return one[1] < other[1] end)
    local wait = 61
    for _, calls in ipairs(recent) do
      sum = sum - calls[2]
      if sum < perMinute then
        wait = calls[1] + 61 - sec
        break
      end
    end
    return { 'refused', 'per-minute', int(wait) }
  end
  for _, field in ipairs(old) do redis.call('HDEL', KEYS[1], field) end
  redis.call('HINCRBY', KEYS[1], int(sec), 1)
  redis.call('EXPIRE', KEYS[1], 130)
  left = perMinute - sum - 1
end
if atOnce >= 0 then
  redis.call('ZADD', KEYS[2], int(now + tonumber(ARGV[8])), ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[8])
end
local admitted = { 'admitted', int(left), int(now), int(u.day), int(u.month), int(u.dayTokens), int(u.monthTokens), int(u.money) }
local tokens, money = tonumber(ARGV[9]), tonumber(ARGV[10])
if tokens > 0 or money > 0 then add(KEYS[3], u, u.day, u.month, tokens, money) end
return admitted
`.replace("int(left)", "string.format('%d', left)");

/** Reserves amounts. KEYS: used. ARGV: day, month, tokens, money, tokens per day and month, money per month. */
export const reserveScript = `${common}
local u = readUsed(KEYS[1])
local spent = exhausted(u, tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7]))
if spent then return { 'refused', spent, int(now), int(u.day), int(u.month) } end
add(KEYS[1], u, tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]))
return { 'reserved' }
`;

/**
 * Ends a call. KEYS: used, slots, mark of the ended call, usage of the day. ARGV: call id, day, month, tokens and money
 * to add, then for each amount of the usage: its field, its field in the row of other models, and the amount.
 */
export const endScript = `${common}
if redis.call('EXISTS', KEYS[3]) == 1 then return { 'repeated' } end
local u = readUsed(KEYS[1])
local amounts = {}
-- Names of models come from callers. A day has room for many, but not for any number: then a code has one other row.
local row = 0
if #ARGV > 5 and redis.call('HLEN', KEYS[4]) >= 100000 and redis.call('HEXISTS', KEYS[4], ARGV[6]) == 0 then
  row = 1
end
for i = 6, #ARGV, 3 do
  local field = ARGV[i + row]
  amounts[#amounts + 1] = { field, count(redis.call('HGET', KEYS[4], field)) + count(ARGV[i + 2]) }
end
redis.call('SET', KEYS[3], '1', 'EX', '3600')
redis.call('ZREM', KEYS[2], ARGV[1])
add(KEYS[1], u, tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]))
for _, amount in ipairs(amounts) do redis.call('HSET', KEYS[4], amount[1], int(amount[2])) end
if #amounts > 0 then redis.call('EXPIRE', KEYS[4], 34560000) end
return { 'ended' }
`;

/**
 * Keeps slots of calls that have not ended. KEYS: slots of each call, then the mark of each call that has ended. ARGV:
 * milliseconds of a slot, then the id of each call.
 */
export const keepScript = `${common}
local calls = #KEYS / 2
for i = 1, calls do
  if redis.call('EXISTS', KEYS[calls + i]) == 0 then
    redis.call('ZADD', KEYS[i], int(now + tonumber(ARGV[1])), ARGV[i + 1])
    redis.call('PEXPIRE', KEYS[i], ARGV[1])
  end
end
return { 'kept' }
`;

/** Returns the amounts of a code. KEYS: used. */
export const usedScript = `${common}
local u = readUsed(KEYS[1])
return { 'used', int(now), int(u.day), int(u.month), int(u.dayTokens), int(u.monthTokens), int(u.money) }
`;

/** Revokes a code. KEYS: revoked. ARGV: code, end in seconds or 0. */
export const revokeScript = `${common}
redis.call('HSET', KEYS[1], ARGV[1], int(now) .. ' ' .. ARGV[2])
return { 'revoked' }
`;
