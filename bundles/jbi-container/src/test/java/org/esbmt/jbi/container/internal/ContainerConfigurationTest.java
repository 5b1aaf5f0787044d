package org.esbmt.jbi.container.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ContainerConfigurationTest {

    @Test
    void theFileHasEveryKeyWithItsDefault() throws IOException {
        Properties file = new Properties();
        try (Reader in = Files.newBufferedReader(Path.of("src/main/cfg", ContainerConfiguration.PID + ".cfg"))) {
            file.load(in);
        }
        assertThat(file.remove("file.end")).as("the end of the file").isNotNull();
        Properties defaults = new Properties();
        for (Method key : ContainerConfiguration.class.getDeclaredMethods()) {
            defaults.setProperty(key.getName().replace('_', '.'), String.valueOf(key.getDefaultValue()));
        }
        assertThat(file).isEqualTo(defaults);
    }
}
