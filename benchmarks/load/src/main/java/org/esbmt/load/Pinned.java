package org.esbmt.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.esbmt.harness.FreePorts;

/** Child processes on a processor of their own, by taskset(1) if it is installed. */
public final class Pinned {
    /** The processor of the measured process. */
    public static final int MEASURED = 0;
    /** The processor of the load and the back end. */
    public static final int LOAD = 1;

    /** Decided once: a program that has pinned itself sees one processor. */
    private static final boolean POSSIBLE = Runtime.getRuntime().availableProcessors() > 1 && onPath("taskset");

    private static final int MOST_TRIES = 10;

    private Pinned() {}

    public static List<String> command(int cpu, List<String> command) {
        List<String> pinned = new ArrayList<>();
        if (POSSIBLE) {
            pinned.addAll(List.of("taskset", "-c", Integer.toString(cpu)));
        }
        pinned.addAll(command);
        return pinned;
    }

    /** The environment of a bus that is going to be moved: it chooses the collector at its start, for one processor. */
    public static Map<String, String> environment() {
        return POSSIBLE ? Map.of("ESBMT_COLLECTOR", "Serial") : Map.of();
    }

    /**
     * Moves a running process to a processor, with its present and future threads and children. The PostgreSQL of a bus is among
     * them: it would stay on the processor of the load otherwise, since it has that of the process that started the bus.
     */
    public static void pin(ProcessHandle process, int cpu) throws IOException, InterruptedException {
        move(process, cpu);
        // a child that started meanwhile may have the processor that its parent had before
        for (int pass = 0; pass < 2; pass++) {
            for (ProcessHandle child : process.descendants().toList()) {
                move(child, cpu);
            }
        }
    }

    private static void move(ProcessHandle process, int cpu) throws IOException, InterruptedException {
        for (int tries = 1; POSSIBLE && !isMoved(process, cpu); tries++) {
            if (tries == MOST_TRIES) {
                throw new IOException("taskset cannot move process " + process.pid());
            }
        }
    }

    /** Returns false if taskset has failed. It fails if one of the threads ends meanwhile. */
    private static boolean isMoved(ProcessHandle process, int cpu) throws IOException, InterruptedException {
        Process taskset = new ProcessBuilder(
                        "taskset", "-a", "-p", "-c", Integer.toString(cpu), Long.toString(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return taskset.waitFor() == 0 || !process.isAlive();
    }

    public static boolean onPath(String program) {
        for (String dir : System.getenv("PATH").split(":", -1)) {
            if (Files.isExecutable(Path.of(dir, program))) {
                return true;
            }
        }
        return false;
    }

    /** The back end, in its own JVM. */
    public static final class BackEnd implements AutoCloseable {
        private final Process process;
        private final InetSocketAddress address;

        public BackEnd() throws IOException {
            process = new ProcessBuilder(command(
                            LOAD,
                            List.of(
                                    ProcessHandle.current().info().command().orElse("java"),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    StubBackEnd.class.getName())))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
            String port = out.readLine();
            if (port == null) {
                throw new IOException("the stub back end did not start");
            }
            address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
        }

        public InetSocketAddress address() {
            return address;
        }

        public ProcessHandle process() {
            return process.toHandle();
        }

        @Override
        public void close() {
            stop(process);
        }
    }

    /**
     * nginx as a plain reverse proxy to the back end, with one worker, kept connections and no log. Each route has connections of
     * its own, like each tenant of the bus. The queue of new connections is as long as the bus's, and more connections are kept
     * than the suite ever opens.
     */
    public static final class Nginx implements AutoCloseable {
        private static final String PATH = "/tenant-services/%1$08d/Load/soap";

        private final Process process;
        private final InetSocketAddress address;
        private final int routes;

        public Nginx(Path dir, InetSocketAddress backEnd, int routes) throws IOException, InterruptedException {
            this.routes = routes;
            address = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next());
            Files.createDirectories(dir);
            Files.writeString(dir.resolve("nginx.conf"), """
                    worker_processes 1;
                    pid nginx.pid;
                    error_log error.log;
                    events { worker_connections 8192; }
                    http {
                      access_log off;
                      client_body_temp_path body; proxy_temp_path proxy;
                      fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
                      client_body_buffer_size 256k; client_max_body_size 16m;
                      proxy_buffers 8 64k; proxy_buffer_size 64k;
                      keepalive_requests 1000000000;
                      proxy_http_version 1.1; proxy_set_header Connection "";
                    %s
                      server {
                        listen %s backlog=4096;
                    %s
                      }
                    }
                    """.formatted(
                            each("  upstream back%1$d { server " + text(backEnd)
                                    + "; keepalive 4096; keepalive_requests 1000000000; }%n"),
                            text(address),
                            each("    location " + PATH + " { proxy_pass http://back%1$d; }%n")));
            process = new ProcessBuilder(command(
                            MEASURED,
                            List.of(
                                    "nginx",
                                    "-p",
                                    dir.toAbsolutePath().toString(),
                                    "-c",
                                    "nginx.conf",
                                    "-g",
                                    "daemon off;")))
                    .redirectErrorStream(true)
                    .redirectOutput(dir.resolve("nginx.out").toFile())
                    .start();
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (!Ports.listening(address) || pids().isEmpty()) { // it listens before its worker is there
                if (System.nanoTime() > until || !process.isAlive()) {
                    throw new IOException("nginx did not start; see " + dir.resolve("nginx.out"));
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }

        private String each(String line) {
            StringBuilder all = new StringBuilder();
            for (int i = 1; i <= routes; i++) {
                all.append(String.format(Locale.ROOT, line, i));
            }
            return all.toString();
        }

        /** A path for each route. */
        public List<String> paths() {
            return each(PATH + "%n").lines().toList();
        }

        private static String text(InetSocketAddress a) {
            return a.getAddress().getHostAddress() + ":" + a.getPort();
        }

        public InetSocketAddress address() {
            return address;
        }

        public ProcessHandle process() {
            return process.toHandle();
        }

        /** The process numbers of the workers. The master takes no part in a request. */
        public List<Long> pids() {
            return process.children().map(ProcessHandle::pid).toList();
        }

        @Override
        public void close() {
            stop(process);
        }
    }

    private static void stop(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
