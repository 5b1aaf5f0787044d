package org.esbmt.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.harness.Script;
import org.esbmt.load.Pinned;

/** The facts of the machine that a reader of the results needs. */
final class Machine {
    /** The facts that are the same as long as the machine and the checkout are. */
    static final List<String> LASTING =
            List.of("processor", "processors", "memory", "kernel", "system", "java", "pinned", "commit");

    private Machine() {}

    /** @param tree a folder of the checkout from which the measured bus was built */
    static Map<String, String> facts(Path tree) throws InterruptedException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("processor", line("/proc/cpuinfo", "model name"));
        facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", line("/proc/meminfo", "MemTotal"));
        facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("system", line("/etc/os-release", "PRETTY_NAME").replace("\"", ""));
        facts.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("load_at_start", first("/proc/loadavg"));
        facts.put(
                "pinned",
                Pinned.command(Pinned.MEASURED, List.of()).isEmpty()
                        ? "no: taskset or a second processor is missing"
                        : "targets on processor 0, generators and back end on processor 1");
        facts.put("commit", command("git", "-C", tree.toString(), "rev-parse", "HEAD"));
        return facts;
    }

    /** The SHA-256 of a build. */
    static String digest(Path build) throws IOException {
        try (InputStream in = Files.newInputStream(build);
                DigestInputStream digested = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
            digested.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digested.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The value of the first line with this name. */
    private static String line(String file, String name) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.replaceFirst("^[^:=]*[:=]\\s*", ""))
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String first(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String command(String... command) throws InterruptedException {
        try {
            Script.Result result = Script.run(Path.of("."), List.of(command), Duration.ofSeconds(10));
            return result.status() == 0 ? result.output().strip() : "unknown";
        } catch (IOException e) {
            return "unknown";
        }
    }
}
