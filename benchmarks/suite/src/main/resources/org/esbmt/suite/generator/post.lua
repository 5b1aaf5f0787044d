-- The script of wrk. It posts the messages of the folder SUITE_MESSAGES in turn, and prints the result as JSON.
-- Each thread has a node of SUITE_NODES. Wrong answers are those with a status of 400 or more.

local nodes = {}
for host, port in os.getenv("SUITE_NODES"):gmatch("([^:,]+):(%d+)") do
  nodes[#nodes + 1] = { host = host, port = port }
end
local threads = 0

function setup(thread)
  local node = nodes[threads % #nodes + 1]
  threads = threads + 1
  for _, address in ipairs(wrk.lookup(node.host, node.port)) do
    thread.addr = address
  end
end

local requests = {}
local turn = 0

local function content(name)
  local file = assert(io.open(os.getenv("SUITE_MESSAGES") .. "/" .. name, "rb"))
  local all = file:read("*a")
  file:close()
  return all
end

function init()
  local headers = {}
  for name, value in content("headers"):gmatch("([^\t\n]+)\t([^\n]*)\n") do
    headers[name] = value
  end
  for path, body in content("messages"):gmatch("([^\t\n]+)\t([^\n]+)\n") do
    requests[#requests + 1] = wrk.format("POST", path, headers, content(body))
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

if os.getenv("SUITE_EXPLAIN") then
  local told = false

  function response(status, headers, body)
    if status >= 400 and not told then
      told = true
      io.write("\nwrong answer: " .. status .. " " .. body:sub(1, 300):gsub("%s+", " ") .. "\n")
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"duration_us":%d,"bytes":%d,"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d,'
      .. '"mean":%.1f,"p50":%d,"p95":%d,"p99":%d,"max":%d}\n',
    summary.requests, summary.duration, summary.bytes, errors.connect, errors.read, errors.write, errors.status,
    errors.timeout, latency.mean, latency:percentile(50), latency:percentile(95), latency:percentile(99), latency.max))
end
