# trivet completion for PowerShell 7. The build writes the words of the catalogue into it.
# Static words are answered here. Live names come from files that "trivet completion candidates" writes,
# waited for 300 ms at most, by reading only.
@@tables@@
function script:Get-TrivetValue([string] $path, [string] $flag) {
  foreach ($key in "$path $flag", $flag) {
    if ($script:TrivetValues.ContainsKey($key)) { return $script:TrivetValues[$key] }
  }
  '-'
}

# The fields of conditions; after a field its operators; after = the values that are known.
function script:Get-TrivetConditions([string] $part, [string[]] $words) {
  if ($part -cmatch '^([^=!~<>]+)(!?=)[^=]*$') {
    $name = $Matches[1]
    $operator = $Matches[2]
    foreach ($word in $words) {
      if ($word.StartsWith("$name=", [StringComparison]::Ordinal)) { $name + $operator + $word.Substring($name.Length + 1) }
    }
    return
  }
  $fields = @($words | Where-Object { -not $_.Contains('=') -and $_.TrimEnd('~', '<').StartsWith($part, [StringComparison]::Ordinal) })
  $exact = @($fields | Where-Object { $_.TrimEnd('~', '<') -ceq $part })
  if ($fields.Count -eq 1) { $exact = $fields }
  $fields | Where-Object { $_ -cnotin $exact } | ForEach-Object { $_.TrimEnd('~', '<') }
  foreach ($word in $exact) {
    $operators = @('=', '!=')
    if ($word.Contains('~')) { $operators += '~' }
    if ($word.Contains('<')) { $operators += '<', '<=', '>', '>=' }
    foreach ($operator in $operators) { $word.TrimEnd('~', '<') + $operator }
  }
}

function script:Read-TrivetNames([string] $file, [string] $profiles, [string] $context) {
  $result = @{ State = 'none'; Names = @() }
  if (-not (Test-Path -LiteralPath $file -PathType Leaf)) { return $result }
  if ((Test-Path -LiteralPath $profiles) -and
    (Get-Item -LiteralPath $profiles).LastWriteTimeUtc -gt (Get-Item -LiteralPath $file).LastWriteTimeUtc) { return $result }
  $lines = @(Get-Content -LiteralPath $file -ErrorAction SilentlyContinue)
  if ($lines.Count -lt 2 -or $lines[0] -notmatch '^trivet names 1 (\d{1,14})$') { return $result }
  $expires = [long] $Matches[1]
  if ($lines[1] -cne $context) { return $result }
  $now = [DateTimeOffset]::UtcNow.ToUnixTimeSeconds()
  if ($now -ge $expires + @@stale@@) { return $result }
  $result.Names = @($lines | Select-Object -Skip 2 | Where-Object { $_ -match '^[A-Za-z0-9._/@:+%][A-Za-z0-9._/@:+%-]*(\t[A-Za-z0-9., -]*)?$' })
  $result.State = if ($now -lt $expires) { 'fresh' } else { 'old' }
  $result
}

function script:Get-TrivetNames([string] $kind, [string] $parent, [string[]] $given) {
  $ownHome = if ($env:TRIVET_CONFIG_DIR) { $env:TRIVET_CONFIG_DIR } else { $null }
  if ($ownHome) {
    $folder = Join-Path $ownHome 'cache'
    $profiles = Join-Path $ownHome 'profiles.json'
  } elseif ($IsLinux -or $IsMacOS) {
    $folder = if ("$env:XDG_CACHE_HOME".StartsWith('/')) { "$env:XDG_CACHE_HOME/trivet" } else { "$HOME/.cache/trivet" }
    $profiles = if ("$env:XDG_CONFIG_HOME".StartsWith('/')) { "$env:XDG_CONFIG_HOME/trivet/profiles.json" } else { "$HOME/.config/trivet/profiles.json" }
  } else {
    $folder = Join-Path $env:LOCALAPPDATA 'trivet'
    $profiles = Join-Path $env:APPDATA 'trivet/profiles.json'
  }
  $file = Join-Path (Join-Path $folder 'names') $kind
  $parts = @($parent, ($given -join ' ')) + @(@@variables@@)
  $context = ($parts -join '|') -creplace '[^!-~]', '_'
  if ($context -like '*://*@*') { return }
  $asked = @('completion', 'candidates', $kind) + @($parent | Where-Object { $_ }) + @($given | Where-Object { $_ }) + "--context=$context"
  $read = Read-TrivetNames $file $profiles $context
  # A shell of PowerShell has no cheap background: old names are read again before they are offered.
  if ($read.State -ne 'fresh') {
    $program = Get-Command trivet -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($program) { try { $null = $null | & $program @asked 2>$null } catch { } }
    $read = Read-TrivetNames $file $profiles $context
  }
  $read.Names
}

Register-ArgumentCompleter -Native -CommandName trivet -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $part = "$wordToComplete"
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($part -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } |
    ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
  $path = ''
  $open = $true
  $flag = $null
  $typed = @()
  $given = @()
  for ($i = 0; $i -lt $before.Count; $i++) {
    $word = $before[$i]
    if ($word -eq '--') { return }
    if ($word -match '^(--[^=]+)=') {
      if ($Matches[1] -in @@context-flags@@) { $given += $word }
    } elseif ($word -match '^-.') {
      if ((Get-TrivetValue $path $word) -eq '-') { continue }
      if ($i + 1 -eq $before.Count) { $flag = $word; continue }
      if ($word -in @@context-flags@@) { $given += "$word=$($before[$i + 1])" }
      $i++
    } elseif ($open -and @($script:TrivetChildren[$path] | ForEach-Object { ($_ -split "\t")[0] }) -ccontains $word) {
      $path = "$path $word".Trim()
    } else {
      $open = $false
      $typed += $word
    }
  }
  $prefix = ''
  $spec = $null
  $found = @()
  $escape = $false
  if ($flag) {
    $spec = Get-TrivetValue $path $flag
  } elseif ($part -match '^(--[^=]+=)(.*)$') {
    $prefix = $Matches[1]
    $part = $Matches[2]
    $spec = Get-TrivetValue $path $prefix.TrimEnd('=')
    if ($spec -eq '-') { $spec = '=true false' }
  } elseif ($part.StartsWith('-')) {
    $found = @($script:TrivetFlags[$path]) + $script:TrivetGlobals
  } else {
    if ($open) { $found = @($script:TrivetChildren[$path]) }
    $places = @($script:TrivetPlaces[$path] | Where-Object { $null -ne $_ })
    if ($places.Count -gt 0) {
      $index = $typed.Count
      if ($places[-1] -eq '...') { $index = [Math]::Min($index, $places.Count - 2) }
      if ($index -lt $places.Count) { $spec = $places[$index] }
    }
  }
  # Words in two stages: what stands before the colon, then the words or live names after it.
  $words = if ("$spec".StartsWith('%')) { @($spec.Substring(1) -split ' ') } else { @() }
  if ($part -match '^(?:([^:@]+)@)?([^:@]+):' -and $words -ccontains "$($Matches[2]):!") {
    # The names may be those of another profile.
    if ($Matches[1]) { $given += "--profile=$($Matches[1])" }
    $prefix += $Matches[0]
    $part = $part.Substring($Matches[0].Length)
    $spec = "!$($Matches[2])"
  }
  if ("$spec".StartsWith('&')) {
    # Conditions on the fields of the kinds that were typed, or of all.
    $kinds = @($typed | ForEach-Object { ($_ -split ':')[0] -replace '.*@', '' })
    $chosen = @($spec.Substring(1) -split ' ' |
      Where-Object { $kinds.Count -eq 0 -or $kinds -ccontains ($_ -split ':')[0] } |
      ForEach-Object { $_ -replace '^[^:]*:', '' } | Select-Object -Unique)
    $spec = if ($chosen.Count -gt 0) { ':' + ($chosen -join ' ') } else { $null }
  }
  if ($spec) {
    switch -Regex ($spec) {
      '^=' { $found += $spec.Substring(1) -split ' '; break }
      '^,' {
        $cut = $part.LastIndexOf(',') + 1
        $prefix += $part.Substring(0, $cut)
        $part = $part.Substring($cut)
        $found += $spec.Substring(1) -split ' '
        break
      }
      '^:' {
        # Outside quotes < and > are not of the word.
        if ($part -match '^["'']') {
          $prefix += $part.Substring(0, 1)
          $part = $part.Substring(1)
        } else {
          $escape = $true
        }
        $found += @(Get-TrivetConditions $part ($spec.Substring(1) -split ' '))
        break
      }
      '^%' {
        if ($part -match '^([^:@]+):') {
          $head = $Matches[0]
          $found += @($words | Where-Object { $_.StartsWith($head, [StringComparison]::Ordinal) })
        } elseif (-not ($words -ccontains '/' -and (Test-Path -Path "$part*"))) {
          $found += @($words | Where-Object { $_ -cne '/' } | ForEach-Object { $_ -replace ':.*', ':' } | Select-Object -Unique)
        }
        break
      }
      '^!' {
        $parent = ''
        if ($spec -in @@with-parent@@) { $parent = "$($typed | Select-Object -First 1)" }
        elseif ($spec -in @@with-folders@@ -and $part -match '^([A-Za-z0-9._/-]+)/') { $parent = $Matches[1] }
        elseif ($spec -eq '!environment') { $parent = "$PWD" }
        elseif ($spec -eq '!workspace' -and $part -match '^([A-Za-z0-9_-]+)/') { $parent = $Matches[1] }
        $found += @(Get-TrivetNames $spec.Substring(1) $parent $given)
        break
      }
    }
  }
  # Nothing found: PowerShell completes files by itself.
  foreach ($entry in $found) {
    if (-not $entry) { continue }
    $word, $summary = $entry -split "\t", 2
    if (-not $word.StartsWith($part, [StringComparison]::Ordinal)) { continue }
    $kind = if ($word.StartsWith('-')) { 'ParameterName' } else { 'ParameterValue' }
    $typing = if ($escape) { $word -replace '[<>]', ('' + [char] 96 + '$0') } else { $word }
    [System.Management.Automation.CompletionResult]::new("$prefix$typing", $word, $kind, $(if ($summary) { $summary } else { $word }))
  }
}
