package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Assemblies and their versions, without scripts. */
class AssembliesTest {
    @TempDir
    Path data;

    @TempDir
    Path files;

    private ConsoleServer server;
    private Visit boss;

    @BeforeEach
    void open() throws Exception {
        server = new ConsoleServer(data);
        server.services.bus.execute(
                new Administrator("admin", "test"),
                new CreateTenant("acme", "Acme", "boss", TestBus.password(FurnishedBus.PASSWORD)));
        boss = Visit.as(server, "acme/boss", FurnishedBus.PASSWORD);
    }

    @AfterEach
    void close() {
        boss.close();
        server.close();
    }

    private File archive(String content) throws IOException {
        return Files.writeString(files.resolve("archive.zip"), content).toFile();
    }

    @Test
    void anAssemblyIsDeployedSwitchedRolledBackAndUndeployed() throws Exception {
        boss.follow("Assemblies");
        assertThat(boss.text()).contains("The tenant has no assembly yet.");
        boss.form("deploy").attach("archive", archive("orders#1")).send();
        assertThat(boss.text())
                .contains("The assembly is deployed.")
                .contains("STARTED")
                .contains("DEPLOY");

        boss.form("switch").attach("archive", archive("orders#2")).send();
        assertThat(boss.text()).contains("The new version runs.").contains("SWITCH");
        boss.form("rollback").send();
        assertThat(boss.text()).contains("The former version runs again.").contains("ROLLBACK");
        boss.form("stop").send();
        assertThat(boss.text()).contains("STOPPED");
        boss.form("start").send();
        boss.form("shutdown").send();
        assertThat(boss.text()).contains("SHUTDOWN");

        boss.form("undeploy").type("typed", "order").send();
        assertThat(boss.status()).isEqualTo(400);
        boss.form("undeploy").type("typed", "orders").send();
        assertThat(boss.text()).contains("The assembly is undeployed.").contains("The tenant has no assembly yet.");
    }

    @Test
    void aCheckDeploysNothing() throws Exception {
        boss.follow("Assemblies");
        boss.form("deploy")
                .attach("archive", archive("orders#1"))
                .choose("mode", "check")
                .send();

        assertThat(boss.text()).contains("The archive breaks no rule").contains("The tenant has no assembly yet.");
    }

    @Test
    void aRefusedArchiveIsExplained() throws Exception {
        boss.follow("Assemblies")
                .form("deploy")
                .attach("archive", archive("bad#1"))
                .send();

        assertThat(boss.status()).isEqualTo(400);
        assertThat(boss.text()).contains("The request breaks a rule").contains("the archive is not a zip file");
    }

    @Test
    void withoutAFileNothingIsSent() throws Exception {
        boss.follow("Assemblies").form("deploy").send();

        assertThat(boss.text()).contains("The tenant has no assembly yet.");
        assertThat(server.services.given(AssemblyCommand.class)).isEmpty();
    }
}
