# trivet completion for PowerShell 7.3 or newer. Static words come from trivet.words beside this file, without a process,
# names that servers have from "trivet complete". scripts/generate/completion/words.ts says what a line holds.
$script:TrivetFile = if ($PSScriptRoot) { Join-Path $PSScriptRoot 'trivet.words' } else { '' }
$script:TrivetLines = $null

# The fields of a line; nothing where there is none.
function script:Get-TrivetLine([string] $key) {
  if ($null -eq $script:TrivetLines) {
    $read = if ($script:TrivetFile -and (Test-Path -LiteralPath $script:TrivetFile)) {
      [IO.File]::ReadAllLines($script:TrivetFile)
    } else { & trivet completion words 2>$null }
    $script:TrivetLines = [Collections.Generic.Dictionary[string, string[]]]::new()
    foreach ($line in $read) { $name, $rest = $line -split "`t"; $script:TrivetLines[$name] = @($rest) }
  }
  if ($script:TrivetLines.ContainsKey($key)) { $script:TrivetLines[$key] }
}

# What a flag takes, by the fields of its command; "-" for a switch.
function script:Get-TrivetSpec([string] $flag, [string[]] $fields) {
  $known = @($fields | Where-Object { $_.StartsWith("$flag=", [StringComparison]::Ordinal) }) + "$flag=-"
  ($known[0] -split ' ')[0].Substring($flag.Length + 1)
}

# The words that a spec stands for and that continue $part: of words with several beginnings only these.
function script:Get-TrivetWords([string] $spec, [string] $part) {
  if ($spec -notmatch '(\d+|^-)$' -or ("$spec$part" -match '!.*:')) { return }
  $found = @(Get-TrivetLine $Matches[1] | Where-Object { $_.StartsWith($part, [StringComparison]::Ordinal) })
  $heads = @($found | ForEach-Object { $_ -creplace '[=!<>~:].*' } | Select-Object -Unique)
  if ($heads.Count -lt 2) { return $found }
  $found | Where-Object { ($_ -creplace '[=!<>~:].*').Length -le $part.Length }
  $heads | Where-Object { $_.Length -gt $part.Length }
}

Register-ArgumentCompleter -Native -CommandName trivet -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $part = "$wordToComplete"
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($part -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } |
    ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
  $path, $open, $typed, $spec, $prefix, $found = 'trivet', $true, 1, '-', '', @()
  $fields, $globals = @(Get-TrivetLine 'trivet'), @(Get-TrivetLine 'flags')
  for ($i = 0; $i -lt $words.Count; $i++) {
    $word = $words[$i]
    if ($word -ceq '--') { return }
    if ($word -match '^-.') {
      if ($word -notmatch '^--.*=') { $spec = Get-TrivetSpec $word ($fields + $globals) }
      if ($spec -ne '-' -and $i + 1 -lt $words.Count) { $spec = '-'; $i++ }
    } elseif ($open -and ($below = @(Get-TrivetLine "$path $word"))) {
      $path, $fields = "$path $word", $below
    } else { $open = $false; $typed++ }
  }
  if ($spec -ne '-') {
  } elseif ($part -match '^(--[^=]+=)(.*)$') {
    $prefix, $part = $Matches[1], $Matches[2]
    $spec = Get-TrivetSpec $prefix.TrimEnd('=') ($fields + $globals)
  } elseif ($part.StartsWith('-')) { # its own flags first
    $spec, $found = '', @($fields + $globals | Where-Object { $_ -match '^--.* ' } | ForEach-Object { $_ -creplace '^([^ =]+)\S*', '$1' })
  } else {
    if ($open) { $found = @($fields | Where-Object { $_ -match '^[^-.]' }) }
    $places = @($fields[0] -creplace ' --$' -split ' ')
    if ($places[-1] -eq '...' -and $typed -ge $places.Count - 1) { $typed = $places.Count - 2 }
    $spec = if ($typed -lt $places.Count) { $places[$typed] } else { '' }
  }
  $quote, $ahead = [regex]::Match($part, '^[''"]?').Value, ''
  $part = $part.Substring($quote.Length)
  if ($spec -match '^,' -and $part -match '^.*,') { $ahead = $Matches[0]; $part = $part.Substring($ahead.Length) }
  if ($spec -notmatch '^/.' -or -not (Test-Path -Path "$part*")) { $found += @(Get-TrivetWords $spec $part) }
  if ($spec -match '!' -and $found.Count -eq 0) {
    $found = @($null | & trivet complete -- @words "$prefix$part" 2>$null | Where-Object { $_ -match '^[\w./@:+%-]+(\t[A-Za-z0-9., -]*)?$' })
  }
  foreach ($entry in $found) { # nothing found: PowerShell completes files by itself
    $word, $summary = $entry -split "[ `t]", 2
    if (-not $word.StartsWith($part, [StringComparison]::Ordinal)) { continue }
    $typing = if ($quote) { $word } else { $word -replace '[<>]', ('' + [char] 96 + '$0') } # outside quotes < is not of the word
    $kind = if ($word.StartsWith('-')) { 'ParameterName' } else { 'ParameterValue' }
    [System.Management.Automation.CompletionResult]::new("$prefix$quote$ahead$typing", $word, $kind, $(if ($summary) { $summary } else { $word }))
  }
}
