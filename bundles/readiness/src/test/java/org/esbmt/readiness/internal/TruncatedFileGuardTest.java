package org.esbmt.readiness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Dictionary;
import java.util.Hashtable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JdkObsolete") // OSGi's configurations are of this type
class TruncatedFileGuardTest {
    private final TruncatedFileGuard files = new TruncatedFileGuard();

    @Test
    void aWholeFileIsPassedOnUnchanged() {
        Dictionary<String, Object> properties = properties("8443");
        properties.put("file.end", "0.1.0");
        files.modifyConfiguration(null, properties);
        assertThat(properties.get(TruncatedFileGuard.CONDITION)).isNull();
        assertThat(properties.get("tls.port")).isEqualTo("8443");
    }

    @Test
    void aTruncatedFileAtTheStartLeavesItsComponentsUnsatisfied() {
        Dictionary<String, Object> properties = properties("8443");
        files.modifyConfiguration(null, properties);
        assertThat(properties.get(TruncatedFileGuard.CONDITION)).isEqualTo(TruncatedFileGuard.NEVER);
    }

    @Test
    void componentsKeepTheFormerValuesOfALaterTruncatedFile() {
        Dictionary<String, Object> whole = properties("8443");
        whole.put("file.end", "0.1.0");
        files.modifyConfiguration(null, whole);

        Dictionary<String, Object> cut = properties("1");
        cut.remove("tls.port");
        cut.put("another", "1");
        files.modifyConfiguration(null, cut);
        assertThat(cut).isEqualTo(whole);
    }

    /** Karaf would open the shell to every machine, at its default port. */
    @Test
    void aFileOfKarafThatIsCutCountsAsItWas() {
        Dictionary<String, Object> whole = properties("1");
        whole.put("service.pid", "org.apache.karaf.shell");
        whole.put("sshHost", "127.0.0.1");
        whole.put("file.end", "0.1.0");
        files.remember("org.apache.karaf.shell", whole);

        Dictionary<String, Object> cut = properties("1");
        cut.put("service.pid", "org.apache.karaf.shell");
        files.modifyConfiguration(null, cut);
        assertThat(cut).isEqualTo(whole);
    }

    @Test
    void otherConfigurationsAreNotChanged() {
        Dictionary<String, Object> anothers = properties("1");
        anothers.put("service.pid", "org.apache.karaf.log");
        files.modifyConfiguration(null, anothers);
        assertThat(anothers.get(TruncatedFileGuard.CONDITION)).isNull();

        Dictionary<String, Object> withoutFile = properties("1");
        withoutFile.remove("felix.fileinstall.filename");
        files.modifyConfiguration(null, withoutFile);
        assertThat(withoutFile.get(TruncatedFileGuard.CONDITION)).isNull();
    }

    private static Dictionary<String, Object> properties(String port) {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put("service.pid", "org.esbmt.http.bc");
        properties.put("felix.fileinstall.filename", "file:/esbmt/etc/org.esbmt.http.bc.cfg");
        properties.put("tls.port", port);
        return properties;
    }
}
