package org.esbmt.itests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Script;
import org.junit.jupiter.api.Assumptions;

/**
 * The commands of a page of the guide about administration: its blocks of the language {@code sh}. A test runs them as pasted, apart from
 * the port and the name of the tenant.
 */
final class GuidePage {
    private static final Pattern BLOCK = Pattern.compile("^```sh\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Duration LONGEST = Duration.ofMinutes(3);

    private final BusHome home;
    private final BusHome.Credentials administrator;
    private final Path directory;

    /** @param directory of the commands; it is created, with the command line and the archives that the pages name */
    GuidePage(BusHome home, BusHome.Credentials administrator, String backEnd, Path directory) throws IOException {
        this.home = home;
        this.administrator = administrator;
        this.directory = directory;
        Files.createDirectories(directory.resolve("data"));
        Files.createSymbolicLink(
                directory.resolve("data/administration-http"),
                home.certificate().getParent());
        Files.copy(home.directory().resolve("bin/esbmt"), directory.resolve("esbmt"));
        Files.copy(home.directory().resolve("lib/command-line/esbmt.jar"), directory.resolve("esbmt.jar"));
        Files.write(directory.resolve("orders.zip"), archive(backEnd));
        Files.write(directory.resolve("orders-2.zip"), archive(backEnd + "second"));
    }

    private static byte[] archive(String backEnd) {
        return AssemblyArchive.soapProxy("orders", "Orders", "soap", backEnd);
    }

    /**
     * Runs all commands of a page, until one fails.
     *
     * @param page such as {@code rest.md}
     * @param tenant in place of {@code acme}
     */
    Script.Result run(String page, String tenant) throws IOException, InterruptedException {
        String text =
                Files.readString(Path.of("../../docs/guide/administration").resolve(page));
        Assumptions.assumeTrue(
                !text.contains("curl ") || bash("command -v curl").status() == 0, "this machine has no curl");
        String commands = BLOCK.matcher(text)
                .results()
                .map((MatchResult block) -> block.group(1))
                .collect(Collectors.joining());
        return bash(commands.replace("https://localhost:8193", home.administrationUrl())
                .replace("acme", tenant));
    }

    /** Runs commands as the administrator of the installation, with {@code esbmt} in the path. */
    Script.Result bash(String commands) throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>();
        environment.put("PASSWORD", administrator.password());
        environment.put("PATH", directory + ":" + System.getenv("PATH"));
        environment.put("XDG_CONFIG_HOME", directory.resolve("config").toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        return Script.run(directory, List.of("bash", "-c", "set -eu -o pipefail\n" + commands), environment, LONGEST);
    }
}
