package org.esbmt.administration.console.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.htmlunit.html.HtmlTableRow;
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

    private File zip(String xbean) throws IOException {
        Path file = files.resolve("orders.zip");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
            ByteArrayOutputStream unit = new ByteArrayOutputStream();
            try (ZipOutputStream inner = new ZipOutputStream(unit)) {
                inner.putNextEntry(new ZipEntry("xbean.xml"));
                inner.write(xbean.getBytes(UTF_8));
            }
            out.putNextEntry(new ZipEntry("orders-http.zip"));
            out.write(unit.toByteArray());
        }
        return file.toFile();
    }

    @Test
    void eachFindingHasItsLineAndItsRule() throws Exception {
        boss.follow("Assemblies")
                .form("deploy")
                .attach("archive", zip("<beans>\n  <consumer timeout='<b>'/>\n</beans>"))
                .send();

        assertThat(boss.status()).isEqualTo(400);
        List<List<String>> rows = boss.page().<HtmlTableRow>getByXPath("//*[@id='refused']//tbody/tr").stream()
                .map(row -> row.getCells().stream()
                        .map(cell -> cell.asNormalizedText())
                        .toList())
                .toList();
        assertThat(rows)
                .containsExactly(
                        List.of(
                                "orders-http.zip!/xbean.xml",
                                "2",
                                "<consumer timeout='<b>'/>",
                                "timeout must be a number",
                                "http.value"),
                        List.of("–", "–", "", "a unit has no archive", "archive.missing"));

        boss.follow("http.value");
        assertThat(boss.path()).isEqualTo("/bus/rules");
        assertThat(boss.page().getElementById("http.value").getTextContent()).isEqualTo("http.value");
        assertThat(boss.text()).contains("a value outside its range");
    }

    @Test
    void aBombHasFindingsWithoutLines() throws Exception {
        boss.follow("Assemblies")
                .form("deploy")
                .attach("archive", zip(" ".repeat(64 << 20)))
                .send();

        assertThat(boss.status()).isEqualTo(400);
        assertThat(boss.text()).contains("timeout must be a number");
    }

    @Test
    void theExampleIsThatOfTheGuide() throws Exception {
        boss.follow("Assemblies");
        byte[] archive = boss.client
                .getPage(server.url(boss.page()
                        .getAnchorByText("Download the archive of the example")
                        .getHrefAttribute()
                        .substring("/bus/".length())))
                .getWebResponse()
                .getContentAsStream()
                .readAllBytes();

        List<String> names = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                names.add(entry.getName());
            }
        }
        assertThat(names).containsExactly("META-INF/jbi.xml", "greeting-http.zip", "greeting-routes.zip");
    }

    @Test
    void withoutAFileNothingIsSent() throws Exception {
        boss.follow("Assemblies").form("deploy").send();

        assertThat(boss.text()).contains("The tenant has no assembly yet.");
        assertThat(server.services.given(AssemblyCommand.class)).isEmpty();
    }
}
