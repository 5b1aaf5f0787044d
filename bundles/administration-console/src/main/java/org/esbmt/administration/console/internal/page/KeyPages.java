package org.esbmt.administration.console.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.api.TenantSecretView;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantKeyCommand;
import org.esbmt.administration.api.command.TenantKeyCommand.CertifyKey;
import org.esbmt.administration.api.command.TenantKeyCommand.GenerateKey;
import org.esbmt.administration.api.command.TenantKeyCommand.ImportPem;
import org.esbmt.administration.api.command.TenantKeyCommand.ImportPkcs12;
import org.esbmt.administration.api.command.TenantKeyCommand.MakeKeyFormer;
import org.esbmt.administration.api.command.TenantKeyCommand.RemoveSecret;
import org.esbmt.administration.api.command.TenantKeyCommand.RevokeKey;
import org.esbmt.administration.api.command.TenantKeyCommand.SetSecret;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.SecretKind;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;

/** Private keys and secrets of a tenant. No page has a private key or the value of a secret. */
final class KeyPages {
    private static final String PAGE = "tenants/{tenant}/keys";

    private final Contract contract;
    private final TenantFrame frame;

    KeyPages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
    }

    void addTo(Routes routes) {
        routes.page(PAGE, this::show);
        routes.change(PAGE + "/generate", this::show, call -> {
            GenerateKey command = call.made(() -> new GenerateKey(
                    tenant(call),
                    name(call),
                    KeyPurpose.of(call.form().text("purpose")),
                    KeyAlgorithm.of(call.form().text("algorithm")),
                    call.form().text("subject").strip(),
                    days(call)));
            return done(call, command, "key.generated");
        });
        routes.change(PAGE + "/import-pkcs12", this::show, this::importPkcs12);
        routes.change(PAGE + "/import-pem", this::show, this::importPem);
        routes.change(PAGE + "/certify", this::show, call -> {
            Content certificates = Content.of(call.form().text("certificates").getBytes(UTF_8));
            return done(call, new CertifyKey(call.tenant(), key(call), certificates), "key.certified");
        });
        routes.change(
                PAGE + "/former",
                this::show,
                call -> done(call, new MakeKeyFormer(call.tenant(), key(call), until(call)), "key.former"));
        routes.change(
                PAGE + "/revoke",
                this::show,
                call -> done(call, new RevokeKey(call.tenant(), key(call)), "key.revoked"));
        routes.change(PAGE + "/set-secret", this::show, this::setSecret);
        routes.change(
                PAGE + "/remove-secret",
                this::show,
                call -> done(call, new RemoveSecret(call.tenant(), call.form().text("secret")), "secret.removed"));
    }

    private Answer done(Call call, TenantKeyCommand<?> command, String key) throws AdministrationException {
        contract.administration().execute(call.changing(), command);
        return Moved.done(call.link("tenants", call.segment("tenant"), "keys"), key);
    }

    private static TenantId tenant(Call call) {
        return TenantId.of(call.segment("tenant"));
    }

    private static String name(Call call) {
        return call.form().text("name").strip();
    }

    private static String key(Call call) {
        return call.form().text("key");
    }

    private static OptionalInt days(Call call) {
        String text = call.form().text("days").strip();
        try {
            return OptionalInt.of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("days is a whole number, not '" + text + "'", e);
        }
    }

    private static Instant until(Call call) throws AdministrationException {
        try {
            return LocalDate.parse(call.form().text("until").strip())
                    .atStartOfDay(ZoneOffset.UTC)
                    .toInstant();
        } catch (DateTimeParseException e) {
            throw Call.invalid("until is a date such as 2027-01-31");
        }
    }

    private Answer importPkcs12(Call call) throws AdministrationException {
        Content file = Content.of(call.file("file").bytes());
        KeyPurpose purpose = call.made(() -> KeyPurpose.of(call.form().text("purpose")));
        try (Secret password =
                call.made(() -> new Secret(call.form().text("password").toCharArray()))) {
            return done(call, new ImportPkcs12(call.tenant(), name(call), purpose, file, password), "key.imported");
        }
    }

    private Answer importPem(Call call) throws AdministrationException {
        Content file = Content.of(call.file("file").bytes());
        KeyPurpose purpose = call.made(() -> KeyPurpose.of(call.form().text("purpose")));
        String given = call.form().text("password");
        Optional<Secret> password =
                given.isEmpty() ? Optional.empty() : Optional.of(call.made(() -> new Secret(given.toCharArray())));
        try {
            return done(call, new ImportPem(call.tenant(), name(call), purpose, file, password), "key.imported");
        } finally {
            password.ifPresent(Secret::close);
        }
    }

    private Answer setSecret(Call call) throws AdministrationException {
        try (Secret value = call.made(() -> new Secret(call.form().text("value").toCharArray()))) {
            return done(
                    call, new SetSecret(call.tenant(), name(call), call.made(() -> use(call)), value), "secret.set");
        }
    }

    private static SecretUse use(Call call) {
        String user = call.form().text("userName").strip();
        String port = call.form().text("port").strip();
        try {
            return new SecretUse(
                    SecretKind.of(call.form().text("kind")),
                    user.isEmpty() ? Optional.empty() : Optional.of(user),
                    Destination.of(call.form().text("host").strip(), Integer.parseInt(port)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("port is a whole number, not '" + port + "'", e);
        }
    }

    private Answer show(Call call) throws AdministrationException {
        List<TenantKeyView> keys = contract.keys().keys(call.by(), call.tenant());
        List<TenantSecretView> secrets = contract.keys().secrets(call.by(), call.tenant());
        List<Block> blocks = new ArrayList<>();
        blocks.add(keyTable(call, keys));
        blocks.add(form(
                call,
                "generate",
                FormKind.PLAIN,
                newName(call),
                purpose(call),
                Field.choice("algorithm", call.text("key.algorithm"), Parts.names(KeyAlgorithm.values())),
                Field.text("subject", call.text("key.subject")).saying(call.text("key.subject.help")),
                Field.number("days", call.text("key.days")).with("365").saying(call.text("key.days.help"))));
        blocks.add(form(
                call,
                "import-pkcs12",
                FormKind.PLAIN,
                newName(call),
                purpose(call),
                Field.file("file", call.text("key.file")),
                Field.password("password", call.text("key.password"), "off")));
        blocks.add(form(
                call,
                "import-pem",
                FormKind.PLAIN,
                newName(call),
                purpose(call),
                Field.file("file", call.text("key.file")),
                Field.password("password", call.text("key.password"), "off")
                        .optional()
                        .saying(call.text("key.password.help"))));
        blocks.addAll(changes(call, keys));
        blocks.add(secretTable(call, secrets));
        blocks.add(form(
                call,
                "set-secret",
                FormKind.PLAIN,
                newName(call),
                Field.choice("kind", call.text("secret.kind"), Parts.names(SecretKind.values())),
                Field.text("userName", call.text("secret.user")).optional().saying(call.text("secret.user.help")),
                Field.text("host", call.text("secret.host")).saying(call.text("secret.host.help")),
                Field.number("port", call.text("secret.port")).with("443"),
                Field.password("value", call.text("secret.value"), "off")));
        if (!secrets.isEmpty()) {
            blocks.add(form(
                    call,
                    "remove-secret",
                    FormKind.FINAL,
                    Field.choice(
                            "secret",
                            call.text("key.name"),
                            secrets.stream()
                                    .map(secret -> Option.name(secret.name()))
                                    .toList())));
        }
        return new Shown(frame.view(call, call.text("keys.title"), blocks));
    }

    private static List<Block> changes(Call call, List<TenantKeyView> keys) {
        List<Option> open = keys.stream()
                .filter(key -> key.state() != KeyState.REVOKED)
                .map(key -> Option.name(key.name()))
                .toList();
        if (open.isEmpty()) {
            return List.of();
        }
        Field key = Field.choice("key", call.text("key.name"), open);
        return List.of(
                form(
                        call,
                        "certify",
                        FormKind.PLAIN,
                        key,
                        Field.area("certificates", call.text("key.certificates"))
                                .saying(call.text("key.certificates.help"))),
                form(
                        call,
                        "former",
                        FormKind.PLAIN,
                        key,
                        Field.text("until", call.text("key.until")).saying(call.text("key.until.help"))),
                form(call, "revoke", FormKind.FINAL, key));
    }

    private static Field newName(Call call) {
        return Field.text("name", call.text("key.name")).saying(call.text("key.name.help"));
    }

    private static Field purpose(Call call) {
        return Field.choice("purpose", call.text("key.purpose"), Parts.names(KeyPurpose.values()));
    }

    private static Block form(Call call, String deed, FormKind kind, Field... fields) {
        return Parts.change(
                call, deed, "keys." + deed, call.link("tenants", call.segment("tenant"), "keys", deed), kind, fields);
    }

    private static Block keyTable(Call call, List<TenantKeyView> keys) {
        List<List<Cell>> rows = keys.stream()
                .map(key -> List.<Cell>of(
                        new Cell.Data(key.name()),
                        Parts.state(key.state()),
                        new Cell.Data(key.purpose().name()),
                        new Cell.Data(key.algorithm()),
                        new Cell.Data(key.subject()),
                        new Cell.Moment(key.notAfter()),
                        key.expiresSoon() ? new Cell.Words(call.text("key.expiresSoon")) : Cell.NONE))
                .toList();
        return Parts.table(
                call,
                "keys",
                "keys.caption",
                Parts.columns(
                        call,
                        "key.name",
                        "key.state",
                        "key.purpose",
                        "key.algorithm",
                        "key.subject",
                        "key.notAfter",
                        "key.warning"),
                rows,
                "keys.empty");
    }

    private static Block secretTable(Call call, List<TenantSecretView> secrets) {
        List<List<Cell>> rows = secrets.stream()
                .map(secret -> List.<Cell>of(
                        new Cell.Data(secret.name()),
                        new Cell.Data(secret.use().map(use -> use.kind().name()).orElse("")),
                        new Cell.Data(secret.use().flatMap(SecretUse::userName).orElse("")),
                        secret.use()
                                .<Cell>map(
                                        use -> new Cell.Data(use.destination().toString()))
                                .orElse(new Cell.Words(call.text("secret.nowhere"))),
                        new Cell.Count(secret.version()),
                        new Cell.Moment(secret.setAt())))
                .toList();
        return Parts.table(
                call,
                "secrets",
                "secrets.caption",
                Parts.columns(
                        call,
                        "key.name",
                        "secret.kind",
                        "secret.user",
                        "secret.destination",
                        "secret.version",
                        "secret.setAt"),
                rows,
                "secrets.empty");
    }
}
