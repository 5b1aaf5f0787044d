package org.esbmt.management.api.message;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.management.api.message.ManagementResponse.Result;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Messages of every kind, with texts that need escapes. */
final class Samples {
    static final TenantId ACME = TenantId.of("0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11");
    static final UserId ANN = UserId.of("7f0c2c0e-97c6-4a37-8a70-5a1c9d1be0a2");
    static final TenantManagementCommand PURGE =
            new TenantManagementCommand(ACME, TenantManagementCommand.Action.PURGE);
    static final Artifact ARCHIVE = new Artifact(Sha256.of(new byte[] {1}), 20_481);
    static final Instant NOW = Instant.parse("2026-11-22T10:00:00.123456789Z");
    static final String HARD = "  <a b=\"c\">&amp;]]> 'ä€\uD83D\uDE80'; DROP TABLE tenant; --  ";

    private Samples() {}

    static ManagementRequest request(ManagementCommand... commands) {
        List<ManagementOperation> operations = Stream.of(commands)
                .map(command -> new ManagementOperation(UUID.randomUUID(), command))
                .toList();
        return new ManagementRequest(
                UUID.randomUUID(),
                18,
                Optional.empty(),
                new Actor(Optional.empty(), "karaf"),
                NOW,
                Optional.empty(),
                operations);
    }

    static AssemblyManagementCommand assembly(AssemblyManagementCommand.Action action) {
        return new AssemblyManagementCommand(
                ACME,
                Optional.of(ANN),
                UUID.randomUUID(),
                HARD,
                2,
                action,
                action.artifact() ? Optional.of(ARCHIVE) : Optional.empty(),
                action == AssemblyManagementCommand.Action.SWITCH
                        ? Optional.of(new Artifact(Sha256.of(new byte[] {2}), 7))
                        : Optional.empty());
    }

    static ComponentManagementCommand component(ComponentManagementCommand.Action action) {
        return new ComponentManagementCommand(
                "servicemix-http",
                action,
                action == ComponentManagementCommand.Action.INSTALL ? Optional.of(ARCHIVE) : Optional.empty(),
                action == ComponentManagementCommand.Action.UNINSTALL
                        ? Optional.of(ARCHIVE.digest())
                        : Optional.empty());
    }

    static Stream<ManagementMessage> all() {
        QName service = new QName("urn:a{b", "service");
        Stream<ManagementCommand> commands = Stream.of(
                        Stream.of(AssemblyManagementCommand.Action.values()).map(Samples::assembly),
                        Stream.of(ComponentManagementCommand.Action.values()).map(Samples::component),
                        Stream.of(
                                PURGE,
                                new SettingsManagementCommand("http-bc", List.of()),
                                new SettingsManagementCommand(
                                        "http-bc",
                                        List.of(
                                                new SettingsManagementCommand.Setting(
                                                        Optional.of(UUID.randomUUID()), "egress.allow", "  <&\"> "),
                                                new SettingsManagementCommand.Setting(
                                                        Optional.empty(), "request.headers", ""))),
                                new LinkManagementCommand(true, new ToPlain(ACME, service, HARD)),
                                new LinkManagementCommand(
                                        false, new ToTenant("servicemix-eip", ACME, new QName("x"), "e"))))
                .flatMap(kind -> kind);
        ManagementCommand[] each = commands.toArray(ManagementCommand[]::new);
        ManagementRequest whole = new ManagementRequest(
                UUID.randomUUID(),
                Long.MAX_VALUE,
                Optional.of(UUID.randomUUID()),
                new Actor(Optional.of(ACME), HARD),
                Instant.EPOCH,
                Optional.of(Instant.parse("9999-12-31T23:59:59.999999999Z")),
                request(each).operations());
        return Stream.concat(
                Stream.of(each).map(Samples::request),
                Stream.of(
                        whole,
                        new ManagementResponse(
                                UUID.randomUUID(),
                                1,
                                Sha256.of(new byte[0]),
                                List.of(
                                        new Result(UUID.randomUUID(), Status.DONE, 0, ""),
                                        new Result(UUID.randomUUID(), Status.FAILED, 181, HARD),
                                        new Result(UUID.randomUUID(), Status.SKIPPED, Long.MAX_VALUE, "a"))),
                        new UnprocessableMessage(
                                UUID.randomUUID(), UnprocessableMessage.Reason.SCHEMA, HARD, "ID:1", ""),
                        new UnprocessableMessage(
                                UUID.randomUUID(),
                                UnprocessableMessage.Reason.INTERNAL,
                                "",
                                "",
                                "<!DOCTYPE x>\u0000\r\n" + HARD)));
    }
}
