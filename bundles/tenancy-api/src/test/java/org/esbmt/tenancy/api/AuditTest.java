package org.esbmt.tenancy.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.security.Principal;
import java.security.PrivilegedAction;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.junit.jupiter.api.Test;

/** Each act is one line of the audit log, with any text from outside, and names its user. */
class AuditTest {

    private static List<String> logged(Runnable work) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(bytes, true, UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return bytes.toString(UTF_8).lines().toList();
    }

    @Test
    void aLineHasOperationUserObjectAndOutcome() {
        assertThat(logged(() -> Audit.done("stopAssembly", "ada (jmx)", "assembly orders")))
                .singleElement()
                .asString()
                .endsWith("INFO org.esbmt.audit - stopAssembly by ada (jmx) on assembly orders: done.");
        assertThat(logged(() -> Audit.refused("stopAssembly", "local", "assembly orders", "FAILED", null)))
                .singleElement()
                .asString()
                .endsWith("stopAssembly by local on assembly orders: FAILED, see the log");
    }

    @Test
    void textsFromOutsideCannotForgeLines() {
        String forged = "x\r\nINFO org.esbmt.audit - logIn by admin: done.\u2028\u0085\u202e";
        assertThat(logged(() -> {
                    Audit.done("stopAssembly", forged, forged);
                    Audit.refused("stopAssembly", forged, forged, "FAILED", forged);
                }))
                .hasSize(2)
                .allMatch(line -> line.chars().noneMatch(c -> c < ' ' || c == 0x85 || c == 0x2028 || c == 0x202e));
        assertThat(Audit.shown("x".repeat(1000))).hasSize(200);
    }

    @Test
    void theLoginIsTheOneUserOfTheSubject() {
        assertThat(CurrentSubject.login(UserPrincipal.class)).isEmpty();
        assertThat(loginOf(new Subject())).isEqualTo("nobody");
        assertThat(loginOf(subject(new UserPrincipal("ada"), new RolePrincipal("admin"))))
                .isEqualTo("ada");
        assertThat(loginOf(subject(new UserPrincipal("ada"), new UserPrincipal("bob"))))
                .isEqualTo("nobody");
    }

    private static Subject subject(Principal... principals) {
        return new Subject(true, Set.of(principals), Set.of(), Set.of());
    }

    private static String loginOf(Subject subject) {
        AtomicReference<String> login = new AtomicReference<>();
        Subject.doAs(subject, (PrivilegedAction<Void>) () -> {
            login.set(CurrentSubject.login(UserPrincipal.class).orElse("nobody"));
            return null;
        });
        return login.get();
    }
}
