package org.esbmt.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Completed words, and the scripts in the shells themselves. */
class CompletionTest {
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int ATTEMPTS = 5;

    /** Calls the registered function as Bash does at a key: with the program, and the words in its variables. */
    private static final String BASH_WORDS = """
            source <("$PROGRAM" completion bash)
            complete_words() {
              COMP_WORDS=("$PROGRAM" "$@") COMP_CWORD=$#
              local registered=$(complete -p esbmt)
              [[ $registered == *' -F '* ]] && "$(sed 's/.* -F \\([^ ]*\\) .*/\\1/' <<< "$registered")" "$PROGRAM" "${@: -1}" ""
              printf '%s|' "${COMPREPLY[@]}"; echo
            }
            """;

    @TempDir
    Path directory;

    private FakeApi api;
    private CommandLine esbmt;

    @BeforeEach
    void open() throws IOException {
        api = FakeApi.open()
                .answers("GET /status", 200, "{}")
                .answers(
                        "GET /tenants?limit=100",
                        200,
                        "{'items': [{'tenantId': '1', 'name': 'acme'}, {'name': 'beta'}]}")
                .answers(
                        "GET /tenants?nameContains=ac&limit=100",
                        200,
                        "{'items': [{'name': 'acme'}, {'name': 'acorn'}, {'name': 'pac'}]}")
                .answers("GET /tenants/acme", 200, "{'tenantId': '1'}")
                .answers(
                        "GET /tenants/1/assemblies?limit=100",
                        200,
                        "{'items': [{'name': 'orders'}, {'name': 'a b;$(touch made)'}, {'name': 'two\\nlines'}]}")
                .answers(
                        "GET /tenants/1/users?loginContains=n&limit=100",
                        200,
                        "{'items': [{'userId': '7', 'login': 'nina'}]}");
        esbmt = new CommandLine(directory).at(api);
    }

    @AfterEach
    void close() {
        api.close();
    }

    private List<String> completed(String... words) {
        List<String> all = new ArrayList<>(List.of(Completion.COMMAND));
        all.addAll(List.of(words));
        return esbmt.run(all.toArray(String[]::new)).out().lines().toList();
    }

    /** Names of the bus. A completion has none if the bus needs more than two seconds, as on a busy machine. */
    private List<String> names(String... words) {
        List<String> names = completed(words);
        for (int i = 1; i < ATTEMPTS && names.isEmpty(); i++) {
            names = completed(words);
        }
        return names;
    }

    @Test
    void commandsWithoutADocumentAreCompleted() {
        assertThat(completed("")).containsExactly("completion", "login", "logout");
        assertThat(completed("lo")).containsExactly("login", "logout");
        assertThat(completed("login", "--c")).containsExactly("--ca");
        assertThat(completed("logout", "--p")).containsExactly("--profile");
        assertThat(completed("completion", "")).containsExactly("bash", "fish", "zsh");
    }

    @Test
    void nounsVerbsAndOptionsAreCompleted() {
        esbmt.run("status");

        assertThat(completed("ten")).containsExactly("tenant");
        assertThat(completed("tenant", "s")).containsExactly("show", "suspend");
        assertThat(completed("tenant", "create", "--d")).containsExactly("--display-name", "--dry-run");
        assertThat(completed("tenant", "list", "--al")).containsExactly("--all");
        assertThat(completed("--output", "json", "tenant", "s")).containsExactly("show", "suspend");
    }

    @Test
    void valuesOfOptionsAreCompleted() throws IOException {
        esbmt.run("status");
        Files.writeString(directory.resolve("esbmt/two.properties"), "url=http://localhost:1\n");

        assertThat(completed("tenant", "list", "--state", "A")).containsExactly("ACTIVE");
        assertThat(completed("tenant", "list", "--output", "")).containsExactly("json", "table");
        assertThat(completed("tenant", "list", "--output", "=", "j")).containsExactly("json");
        assertThat(completed("tenant", "list", "--output=j")).containsExactly("--output=json");
        assertThat(completed("status", "--profile", "")).containsExactly("two");
        assertThat(completed("tenant", "list", "--name-contains", "")).isEmpty();
        assertThat(names("tenant", "suspend", "--dry-run", "ac")).containsExactly("acme", "acorn");
    }

    @Test
    void namesOfObjectsAreCompletedFromThousands() {
        esbmt.run("status");

        assertThat(names("tenant", "show", "")).containsExactly("acme", "beta");
        assertThat(names("tenant", "show", "ac")).containsExactly("acme", "acorn");
        assertThat(names("assembly", "stop", "acme", "")).containsExactly("a b;$(touch made)", "orders");
        assertThat(names("user", "lock", "acme", "n")).containsExactly("nina");
        assertThat(names("user", "lock", "--wait", "acme", "--output", "json", "n"))
                .containsExactly("nina");
    }

    @Test
    void aBusThatIsSilentIsNotWaitedFor() throws IOException {
        esbmt.run("status");
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path kept = directory.resolve("esbmt");
            esbmt.with("ESBMT_URL", "http://localhost:" + silent.getLocalPort());
            Profiles.of(new CommandLine(directory).terminal())
                    .keep(
                            "http://localhost:" + silent.getLocalPort(),
                            new Profiles.Kept("\"1\"", new Bytes(FakeApi.DOCUMENT)));
            assertThat(kept).isDirectory();
            long start = System.nanoTime();
            assertThat(completed("tenant", "show", "")).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void bashCompletesWithAProgramOutsideOfThePath() throws Exception {
        esbmt.run("status");

        assertCompletes("tenant|\nshow|suspend|\nacme|beta|\njson|\n|\n", "bash", "--norc", "-c", BASH_WORDS + """
                        complete_words ten
                        complete_words tenant s
                        complete_words tenant show ''
                        complete_words tenant list --output = j
                        complete_words assembly deploy acme ord
                        """);
    }

    @Test
    void bashQuotesANameThatHasACommand() throws Exception {
        esbmt.run("status");

        assertCompletes("a b;$(touch made)\n", "bash", "--norc", "-c", BASH_WORDS + """
                        complete_words assembly stop acme a > words
                        word=$(cut -d '|' -f 1 words)
                        eval "printf '%s\\n' $word"
                        """);
        assertThat(directory.resolve("made")).doesNotExist();
    }

    @Test
    void bashCompletesAtTheKey() throws Exception {
        installed("script");
        esbmt.run("status");

        // Bash ends at the end of the input of its terminal.
        String screen = shell("bash", "-c", """
                {
                  echo 'PS1=; source <("$PROGRAM" completion bash)'
                  printf '%s\\t\\n' './esbmt tenant susp'
                  echo exit
                } | script -qec 'bash --norc --noprofile -i' /dev/null
                """);
        assertThat(screen).contains("./esbmt tenant suspend ");
    }

    @Test
    void zshCompletesAtTheKey() throws Exception {
        installed("zsh");
        esbmt.run("status");

        assertThat(shell("zsh", "-f", "-c", """
                        zmodload zsh/zpty
                        zpty shell zsh -f -i
                        zpty -w shell 'PS1= ; source <(./esbmt completion zsh); echo rea''dy'
                        zpty -r shell line '*ready*'
                        zpty -w -n shell $'./esbmt tenant susp\\t'
                        zpty -r shell line '*suspend *' && echo completed
                        zpty -d shell
                        """)).contains("completed");
    }

    @Test
    void fishCompletes() throws Exception {
        installed("fish");
        esbmt.run("status");

        assertCompletes("show\nsuspend\nacme\nbeta\n--output=json\nesbmt\n", "fish", "--no-config", "-c", """
                        ./esbmt completion fish | source
                        complete -C './esbmt tenant s'
                        complete -C './esbmt tenant show '
                        complete -C './esbmt tenant list --output=j'
                        complete -C './esbmt assembly deploy acme esb'
                        """);
    }

    private static void installed(String shell) throws Exception {
        boolean there = new ProcessBuilder("bash", "-c", "command -v " + shell)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
        if (!there) {
            System.out.println("Skipped: this machine has no " + shell + ", so that its completion is not tested.");
        }
        Assumptions.assumeTrue(there, "this machine has no " + shell);
    }

    /** Runs commands with this output, and again if a completion had to do without the bus. */
    private void assertCompletes(String output, String... command) throws Exception {
        String found = shell(command);
        for (int i = 1; i < ATTEMPTS && !found.equals(output); i++) {
            found = shell(command);
        }
        assertThat(found).isEqualTo(output);
    }

    /** Runs commands beside an {@code esbmt} that is not in the path; {@code PROGRAM} is its path. */
    private String shell(String... command) throws Exception {
        Path program = directory.resolve("esbmt.d/esbmt");
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\nexec '" + String.join("' '", CommandLine.java()) + "' \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(program.getParent().toFile());
        Map<String, String> environment = builder.environment();
        environment.putAll(esbmt.terminal().variables());
        environment.put("PROGRAM", program.toString());
        environment.put("HOME", directory.toString());
        environment.put("TERM", "dumb");
        Path output = directory.resolve("output");
        Process process = builder.redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        assertThat(ended).as(Files.readString(output, UTF_8)).isTrue();
        return Files.readString(output, UTF_8);
    }
}
