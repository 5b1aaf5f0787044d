package org.esbmt.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the committed document of the bus. */
class DocumentTest {
    private static final Document DOCUMENT = Document.of(FakeApi.DOCUMENT);

    @TempDir
    Path directory;

    @Test
    void theCommandsAreThoseOfTheShell() {
        assertThat(DOCUMENT.operations())
                .extracting(Operation::command)
                .hasSizeGreaterThan(90)
                .contains("tenant-list", "assembly-rollback", "default-admin-hand-over", "batch-plan", "who-am-i");
    }

    @Test
    void aCommandWithItsNumberOfArgumentsIsOneOperation() {
        assertThat(DOCUMENT.operations())
                .extracting(operation ->
                        operation.command() + " " + operation.positionals().size())
                .doesNotHaveDuplicates();
    }

    @Test
    void noOptionIsOneOfEveryCommand() {
        for (Operation operation : DOCUMENT.operations()) {
            Set<String> names = new HashSet<>(Options.COMMON);
            names.add(Options.ALL);
            for (Parameter parameter : operation.options()) {
                assertThat(names.add(parameter.option()))
                        .as(operation.command() + " --" + parameter.option())
                        .isTrue();
            }
        }
    }

    @Test
    void anOptionHasAValueInAllCommandsOrInNone() {
        Set<String> flags = options(true);
        assertThat(flags).contains("dry-run").doesNotContainAnyElementsOf(options(false));
    }

    private static Set<String> options(boolean isFlag) {
        return DOCUMENT.operations().stream()
                .flatMap(operation -> operation.options().stream())
                .filter(parameter -> parameter.isFlag() == isFlag)
                .map(Parameter::option)
                .collect(Collectors.toSet());
    }

    @Test
    void noSecretIsAnArgument() {
        assertThat(options(false))
                .contains("password-file", "new-password-file")
                .doesNotContain("password");
    }

    @Test
    void stepsWithFilesAreKnown() {
        assertThat(DOCUMENT.fileAttributes())
                .contains("deploy archive", "attachPolicy document", "registerService wsdl");
    }

    @Test
    void eachLevelHasItsHelp() throws Exception {
        try (FakeApi api = FakeApi.open()) {
            CommandLine esbmt = new CommandLine(directory).at(api);
            assertThat(esbmt.run("--help").out()).contains("Log in first");
            esbmt.run("status");
            assertThat(esbmt.run("--help").out()).contains("assembly     deploy, export");
            assertThat(esbmt.run("tenant", "--help").out())
                    .contains("esbmt tenant create\n    Creates an active tenant");
            assertThat(esbmt.run("tenant", "create", "--help").out())
                    .contains("--administrator-login <value>", "Required.", "--password-file <value>", "first line");
            assertThat(esbmt.run("user", "lock", "--help").out()).contains("<tenant> <login>", "Its name will do.");
            assertThat(esbmt.run("batch", "run", "--help").out()).contains("<file>", "A batch in XML");
            assertThat(esbmt.run("login", "--help").out()).contains("--ca");
            assertThat(esbmt.run("vanish", "--help").status()).isEqualTo(2);
            assertThat(esbmt.run("tenant", "vanish").err()).contains("esbmt tenant --help lists them.");
        }
    }
}
