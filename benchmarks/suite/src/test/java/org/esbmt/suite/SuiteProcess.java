package org.esbmt.suite;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowState;

/** The suite as a process, without a bus. */
final class SuiteProcess implements AutoCloseable {
    private static final int SECONDS = 120;

    private final Path out;
    private final Path output;
    private final Process process;

    /** Runs endless rounds on these targets. */
    SuiteProcess(Path folder, String targets) throws IOException {
        out = folder.resolve("run");
        output = folder.resolve("output");
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Suite.class.getName(),
                        "--smoke",
                        "--rounds",
                        "10000",
                        "--targets",
                        targets,
                        "--distribution",
                        folder.resolve("no.tar.gz").toString(),
                        "--comparators",
                        folder.toString(),
                        "--out",
                        out.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    Process process() {
        return process;
    }

    /** The whole lines of windows.csv. */
    List<Window> windows() throws IOException {
        Path file = out.resolve("windows.csv");
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Window> windows = new ArrayList<>();
        String text = Files.readString(file);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        whole.lines().skip(1).map(Window::of).forEach(windows::add);
        return windows;
    }

    String run() throws IOException {
        return Files.readString(out.resolve("run.json"), UTF_8);
    }

    String said() throws IOException {
        return Files.readString(output, UTF_8);
    }

    /** Waits for so many windows. */
    void awaitWindows(int count) throws Exception {
        awaitWindows(count, Set.of(WindowState.values()));
    }

    /** Waits for so many windows in these states. A window may have no answer on a busy machine. */
    void awaitWindows(int count, Set<WindowState> states) throws Exception {
        await("no " + count + " windows", () -> count(states) >= count);
    }

    private long count(Set<WindowState> states) throws IOException {
        return windows().stream()
                .filter(window -> states.contains(window.state()))
                .count();
    }

    /** Waits for a window that is not among the first ones. */
    void awaitWindow(int first, Predicate<Window> wanted) throws Exception {
        await("no such window", () -> windows().stream().skip(first).anyMatch(wanted));
    }

    /** Waits for a part of the output. The suite writes a window before it tells of it. */
    void awaitSaid(String words) throws Exception {
        await("no words '" + words + "'", () -> said().contains(words));
    }

    private void await(String missing, Callable<Boolean> condition) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() - until > 0 || !process.isAlive()) {
                throw new AssertionError(missing + ": " + said());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** The process of a program below the suite, which must run. */
    ProcessHandle below(String program) {
        return all().stream()
                .filter(handle -> commandLine(handle).contains(program))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + program));
    }

    /** Read from proc(5), because Java does not tell a long command line. */
    private static String commandLine(ProcessHandle handle) {
        try {
            return Files.readString(Path.of("/proc/" + handle.pid() + "/cmdline"), ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** All processes of the run. Children keep their names here after the end of their parent. */
    List<ProcessHandle> all() {
        try (Stream<ProcessHandle> all = process.descendants()) {
            return all.toList();
        }
    }

    static void awaitEnd(List<ProcessHandle> processes) throws Exception {
        for (ProcessHandle handle : processes) {
            handle.onExit().get(SECONDS, TimeUnit.SECONDS);
        }
    }

    int awaitEnd() throws Exception {
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the suite does not end: " + said());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
