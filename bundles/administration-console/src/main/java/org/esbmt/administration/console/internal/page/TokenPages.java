package org.esbmt.administration.console.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.esbmt.administration.api.AccessCredentialView;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;
import org.esbmt.administration.api.command.AccessCredentialCommand.CreateToken;
import org.esbmt.administration.api.command.AccessCredentialCommand.RegisterCertificate;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeCertificate;
import org.esbmt.administration.api.command.AccessCredentialCommand.RevokeToken;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.administration.console.internal.web.Secrets;
import org.esbmt.tenancy.api.AccessCredentialId;

/** The administrator's own tokens and certificates. The text of a token is on one page, once. */
final class TokenPages {
    private static final String SHOWN = "token";

    private final Contract contract;
    private final Secrets secrets;

    TokenPages(Contract contract, Secrets secrets) {
        this.contract = contract;
        this.secrets = secrets;
    }

    void addTo(Routes routes) {
        routes.page("me/tokens", this::show);
        routes.confirmed("me/tokens/create", this::show, this::create);
        routes.change("me/tokens/revoke", this::show, this::revoke);
        routes.confirmed("me/tokens/register", this::show, this::register);
        routes.change("me/tokens/revoke-certificate", this::show, this::revokeCertificate);
    }

    private Answer show(Call call) throws AdministrationException {
        List<AccessCredentialView> tokens = contract.credentials().tokens(call.by());
        List<AccessCredentialView> certificates = contract.credentials().certificates(call.by());
        List<Block> blocks = new ArrayList<>();
        shown(call).ifPresent(blocks::add);
        blocks.add(table(call, "tokens", tokens));
        blocks.add(create(call, "create", "tokens.create"));
        revocation(call, "revoke", "tokens.revoke", tokens).ifPresent(blocks::add);
        blocks.add(table(call, "certificates", certificates));
        blocks.add(create(
                call,
                "register",
                "certificates.register",
                Field.area("certificate", call.text("certificates.pem")).saying(call.text("certificates.pem.help"))));
        revocation(call, "revoke-certificate", "certificates.revoke", certificates)
                .ifPresent(blocks::add);
        return new Shown(new View(
                call.text("tokens.title"), List.of(new Cell.Deed(call.link("me"), call.text("me.title"))), blocks));
    }

    private Optional<Block> shown(Call call) {
        return call.query()
                .given(SHOWN)
                .flatMap(operation -> secrets.show(call.by().login(), operation))
                .map(token -> new Block.Secret(
                        call.text("tokens.secret.heading"),
                        call.text("tokens.secret.words"),
                        call.text("tokens.secret.label"),
                        token,
                        Optional.empty()));
    }

    /** @param id {@code tokens} or {@code certificates}, the beginning of the keys of its texts */
    private static Block table(Call call, String id, List<AccessCredentialView> credentials) {
        List<List<Cell>> rows = credentials.stream()
                .map(credential -> List.<Cell>of(
                        new Cell.Data(credential.name()),
                        state(credential),
                        parts(call, credential.scope()),
                        new Cell.Words(call.text(credential.scope().changes() ? "tokens.changes" : "tokens.reads")),
                        new Cell.Moment(credential.expiresAt()),
                        credential.lastUsedAt().<Cell>map(Cell.Moment::new).orElse(Cell.NONE)))
                .toList();
        return Parts.table(
                call,
                id,
                id + ".caption",
                Parts.columns(
                        call,
                        "tokens.name",
                        "tokens.state",
                        "tokens.parts",
                        "tokens.effect",
                        "tokens.expiresAt",
                        "tokens.lastUsedAt"),
                rows,
                id + ".empty");
    }

    private static Cell state(AccessCredentialView credential) {
        if (credential.revokedAt().isPresent()) {
            return Parts.state("REVOKED");
        }
        return Parts.state(isOpen(credential) ? "ACTIVE" : "EXPIRED");
    }

    private static boolean isOpen(AccessCredentialView credential) {
        return credential.revokedAt().isEmpty() && Instant.now().isBefore(credential.expiresAt());
    }

    private static Cell parts(Call call, Scope scope) {
        if (scope.parts().equals(Scope.FULL.parts())) {
            return new Cell.Words(call.text("tokens.allParts"));
        }
        return new Cell.Many(scope.parts().stream()
                .map(part -> (Cell) new Cell.Data(part.name()))
                .toList());
    }

    /** A form for a name, a scope and an end. */
    private static Block create(Call call, String id, String key, Field... more) {
        List<Field> fields = new ArrayList<>();
        fields.add(Field.text("name", call.text("tokens.name")).saying(call.text("tokens.name.help")));
        fields.addAll(List.of(more));
        fields.add(Field.choice(
                "changes",
                call.text("tokens.effect"),
                List.of(
                        new Option("no", call.text("tokens.reads"), false, true),
                        new Option("yes", call.text("tokens.changes"), false, false))));
        fields.add(Field.choices("parts", call.text("tokens.parts"), Parts.names(Part.values()))
                .saying(call.text("tokens.parts.help")));
        fields.add(Field.number("days", call.text("tokens.days")).with("90").saying(call.text("tokens.days.help")));
        fields.addAll(Parts.confirmation(call));
        return Parts.change(call, id, key, call.link("me", "tokens", id), FormKind.PLAIN, fields.toArray(new Field[0]));
    }

    private static Optional<Block> revocation(
            Call call, String id, String key, List<AccessCredentialView> credentials) {
        List<Option> open = credentials.stream()
                .filter(TokenPages::isOpen)
                .map(credential -> new Option(credential.id().toString(), credential.name(), true, false))
                .toList();
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of(Parts.change(
                        call,
                        id,
                        key,
                        call.link("me", "tokens", id),
                        FormKind.FINAL,
                        Field.choice("credential", call.text("tokens.name"), open)));
    }

    private Answer create(Call call) throws AdministrationException {
        CreateToken command = call.made(() -> new CreateToken(name(call), scope(call), days(call)));
        String operation = call.form().given(Call.OPERATION).orElseThrow(() -> Call.invalid("operation is missing"));
        IssuedToken issued = contract.administration().execute(call.changing(), command);
        issued.token().ifPresent(token -> secrets.of(call.by().login(), operation, () -> token));
        return Moved.done(Links.with(call.link("me", "tokens"), SHOWN, operation), "token.created");
    }

    private Answer register(Call call) throws AdministrationException {
        Content certificate = Content.of(call.form().text("certificate").getBytes(UTF_8));
        contract.administration()
                .execute(
                        call.changing(),
                        call.made(() -> new RegisterCertificate(name(call), certificate, scope(call), days(call))));
        return Moved.done(call.link("me", "tokens"), "certificate.registered");
    }

    private static String name(Call call) {
        return call.form().text("name").strip();
    }

    private static Scope scope(Call call) {
        Set<Part> parts = EnumSet.noneOf(Part.class);
        call.form().all("parts").forEach(part -> parts.add(Part.of(part)));
        return new Scope(
                call.form().text("changes").equals("yes"), parts.isEmpty() ? EnumSet.allOf(Part.class) : parts);
    }

    private static OptionalInt days(Call call) {
        String text = call.form().text("days").strip();
        try {
            return OptionalInt.of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("days is a whole number, not '" + text + "'", e);
        }
    }

    private Answer revoke(Call call) throws AdministrationException {
        contract.administration().execute(call.changing(), new RevokeToken(credential(call)));
        return Moved.done(call.link("me", "tokens"), "token.revoked");
    }

    private Answer revokeCertificate(Call call) throws AdministrationException {
        contract.administration().execute(call.changing(), new RevokeCertificate(credential(call)));
        return Moved.done(call.link("me", "tokens"), "certificate.revoked");
    }

    private static AccessCredentialId credential(Call call) throws AdministrationException {
        return call.made(() -> AccessCredentialId.of(call.form().text("credential")));
    }
}
